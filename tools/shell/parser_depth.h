// The limit on how deep the shell's grammar may nest.
#pragma once

#include "tools/shell/parser.h"

namespace sheaf::tools::shell {

inline constexpr int kMaxNesting = 200;  // a command may have 200 levels

// One level, as long as it lives.
class Parser::Depth {
public:
    explicit Depth(Parser& parser) : parser_(parser) {
        if (++parser_.depth_ > kMaxNesting) parser_.fail("nested too deeply", parser_.at_);
    }
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

private:
    Parser& parser_;
};

}  // namespace sheaf::tools::shell
