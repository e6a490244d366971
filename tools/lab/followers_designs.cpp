// Embedding on one side or the other, a collection of its own, continuation documents, one document per edge.
#include "tools/lab/followers_designs.h"

#include <sheaf/bson/builder.h>

#include <algorithm>
#include <functional>

namespace sheaf::lab {
namespace {

WriteOptions metered() {
    WriteOptions options;
    options.metered = true;
    return options;
}

UpdateOptions meteredUpdate(bool upsert = false) {
    UpdateOptions options;
    static_cast<WriteOptions&>(options) = metered();
    options.upsert = upsert;
    return options;
}

void appendStrings(bson::ArrayView array, std::vector<std::string>& out) {
    for (const ValueView value : array) out.emplace_back(value.asString());
}

// Runs `collect` and sums what its commands cost.
class Question {
public:
    explicit Question(Store& store) : session_(store.startSession()) {}

    Session& session() { return session_; }
    // The array `field` of the documents found.
    void arrays(Collection& collection, const bson::Document& filter, std::string_view field) {
        FindOptions options;
        options.projection = bson::make(field, 1);
        options.session = &session_;
        for (const DocumentView document : collection.find(filter, options)) {
            if (document[field].isArray()) appendStrings(document[field].asArray(), answer_.names);
        }
    }
    // The string `field` of the documents found.
    void fields(Collection& collection, const bson::Document& filter, std::string_view field) {
        FindOptions options;
        options.projection = field == "_id" ? bson::make("_id", 1) : bson::make("_id", 0, field, 1);
        options.session = &session_;
        for (const DocumentView document : collection.find(filter, options)) answer_.names.emplace_back(document[field].asString());
    }
    std::vector<std::string> take() { return std::move(answer_.names); }
    Asked finish() {
        std::sort(answer_.names.begin(), answer_.names.end());
        answer_.cost = session_.cost();
        return std::move(answer_);
    }

private:
    Session session_;
    Asked answer_;
};

class Loader {
public:
    Loader(Collection collection, tools::ProgressBar& progress, std::uint64_t total)
        : collection_(std::move(collection)), progress_(progress), total_(total) {}
    ~Loader() = default;

    void add(bson::Document document) {
        batch_.push_back(std::move(document));
        if (batch_.size() == 1000) flush();
    }
    void flush() {
        if (batch_.empty()) return;
        collection_.insertMany(std::span<const bson::Document>(batch_));
        done_ += batch_.size();
        batch_.clear();
        progress_.update(done_, total_, "documents");
    }

private:
    Collection collection_;
    tools::ProgressBar& progress_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    std::vector<bson::Document> batch_;
};

bson::Document listDocument(const FollowerGraph& graph, std::uint32_t user, std::string_view field,
                            const std::vector<std::uint32_t>& list) {
    bson::Builder builder;
    builder.append("_id", graph.names[user]).openArray(field);
    for (const std::uint32_t other : list) builder.push(graph.names[other]);
    builder.close();
    return builder.take();
}

// `following` in the subscriber, or `followers` in the producer; with a multikey index on the list or without.
class EmbeddedDesign : public FollowerDesign {
public:
    EmbeddedDesign(Store store, bool inSubscriber, bool isIndexed)
        : FollowerDesign(std::move(store)), users_(store_.database("lab").collection("users")),
          field_(inSubscriber ? "following" : "followers"), inSubscriber_(inSubscriber), isIndexed_(isIndexed) {}

    Variant describe() const override {
        const std::string side = inSubscriber_ ? "the subscriber" : "the producer";
        return {field_ + (isIndexed_ ? " + index" : ""),
                field_ + " in " + side + (isIndexed_ ? ", multikey index on it" : ", no index on it"),
                inSubscriber_ ? "{_id: \"wget\", following: [\"libc6\", \"zlib1g\", …]}"
                              : "{_id: \"libc6\", followers: [\"wget\", \"curl\", …]}"};
    }
    void fill(const FollowerGraph& graph, tools::ProgressBar& progress) override {
        const auto& lists = inSubscriber_ ? graph.following : graph.followers;
        Loader loader(users_, progress, graph.names.size());
        for (std::uint32_t user = 0; user < graph.names.size(); ++user) loader.add(listDocument(graph, user, field_, lists[user]));
        loader.flush();
        if (isIndexed_) users_.createIndex(KeyPattern(bson::make(field_, 1)));
    }
    Asked following(std::string_view user) override { return ask(user, inSubscriber_); }
    Asked followers(std::string_view user) override { return ask(user, !inSubscriber_); }
    Cost addEdge(std::string_view from, std::string_view to) override {
        const std::string_view owner = inSubscriber_ ? from : to;
        const std::string_view other = inSubscriber_ ? to : from;
        users_.updateOne(bson::make("_id", owner), bson::make("$push", bson::make(field_, other)), meteredUpdate());
        return store_.lastCost();
    }
    std::size_t followersInFirstDocument(std::string_view user) override { return followers(user).names.size(); }

private:
    Asked ask(std::string_view user, bool isOwnList) {
        Question question(store_);
        if (isOwnList) {
            question.arrays(users_, bson::make("_id", user), field_);
        } else {
            question.fields(users_, bson::make(field_, user), "_id");
        }
        return question.finish();
    }

    Collection users_;
    std::string field_;
    bool inSubscriber_;
    bool isIndexed_;
};

// A collection of its own for the lists, beside users that stay small.
class SeparateDesign : public FollowerDesign {
public:
    explicit SeparateDesign(Store store)
        : FollowerDesign(std::move(store)), users_(store_.database("lab").collection("users")),
          subscriptions_(store_.database("lab").collection("subscriptions")) {}

    Variant describe() const override {
        return {"own collection", "followers in a collection of their own, multikey index on them",
                "users {_id: \"libc6\"}   subscriptions {_id: \"libc6\", followers: [\"wget\", \"curl\", …]}"};
    }
    void fill(const FollowerGraph& graph, tools::ProgressBar& progress) override {
        Loader users(users_, progress, graph.names.size());
        Loader lists(subscriptions_, progress, graph.names.size());
        for (std::uint32_t user = 0; user < graph.names.size(); ++user) {
            users.add(bson::make("_id", graph.names[user]));
            if (!graph.followers[user].empty()) lists.add(listDocument(graph, user, "followers", graph.followers[user]));
        }
        users.flush();
        lists.flush();
        subscriptions_.createIndex({{"followers", 1}});
    }
    Asked following(std::string_view user) override {
        Question question(store_);
        question.fields(subscriptions_, bson::make("followers", user), "_id");
        return question.finish();
    }
    Asked followers(std::string_view user) override {
        Question question(store_);
        question.arrays(subscriptions_, bson::make("_id", user), "followers");
        return question.finish();
    }
    Cost addEdge(std::string_view from, std::string_view to) override {
        subscriptions_.updateOne(bson::make("_id", to), bson::make("$push", bson::make("followers", from)), meteredUpdate(true));
        return store_.lastCost();
    }
    std::size_t followersInFirstDocument(std::string_view user) override { return followers(user).names.size(); }

private:
    Collection users_;
    Collection subscriptions_;
};

// Followers in the producer, a thousand at the most; the rest in continuation documents that `tbc` names.
class ContinuedDesign : public FollowerDesign {
public:
    explicit ContinuedDesign(Store store)
        : FollowerDesign(std::move(store)), users_(store_.database("lab").collection("users")) {}

    Variant describe() const override {
        return {"continued (tbc)", "followers in the producer, 1,000 a document, the rest in continuations; multikey index",
                "{_id: \"libc6\", tbc: [\"libc6#1\", …], followers: […]}   {_id: \"libc6#1\", of: \"libc6\", followers: […]}"};
    }
    void fill(const FollowerGraph& graph, tools::ProgressBar& progress) override {
        Loader loader(users_, progress, graph.names.size());
        for (std::uint32_t user = 0; user < graph.names.size(); ++user) addUser(graph, user, loader);
        loader.flush();
        users_.createIndex({{"followers", 1}});
    }
    // A continuation says whose it is: without `of` the finder of a follower would not know whom he follows.
    Asked following(std::string_view user) override {
        Question question(store_);
        FindOptions options;
        options.projection = bson::make("of", 1);
        options.session = &question.session();
        std::vector<std::string> names;
        for (const DocumentView found : users_.find(bson::make("followers", user), options)) {
            names.emplace_back(found[found.contains("of") ? "of" : "_id"].asString());
        }
        Asked asked = question.finish();
        asked.names = std::move(names);
        std::sort(asked.names.begin(), asked.names.end());
        return asked;
    }
    Asked followers(std::string_view user) override {
        Question question(store_);
        FindOptions options;
        options.session = &question.session();
        const auto first = users_.findOne(bson::make("_id", user), options);
        std::vector<std::string> names;
        if (first) appendStrings((*first)["followers"].asArray(), names);
        if (first && first->view().contains("tbc")) {
            const bson::Document in = bson::make("$in", (*first)["tbc"].asArray());
            question.arrays(users_, bson::make("_id", in), "followers");
            for (std::string& name : question.take()) names.push_back(std::move(name));
        }
        Asked asked = question.finish();
        asked.names = std::move(names);
        std::sort(asked.names.begin(), asked.names.end());
        return asked;
    }
    // The new follower goes into the last continuation; a full one would be followed by another.
    Cost addEdge(std::string_view from, std::string_view to) override {
        FindOptions options;
        options.projection = bson::make("tbc", 1);
        Session session = store_.startSession();
        options.session = &session;
        const auto first = users_.findOne(bson::make("_id", to), options);
        std::string target(to);
        if (first) {
            const ValueView tbc = (*first)["tbc"];
            if (tbc.isArray()) {
                for (const ValueView id : tbc.asArray()) target = id.asString();
            }
        }
        UpdateOptions update = meteredUpdate();
        update.session = &session;
        users_.updateOne(bson::make("_id", target), bson::make("$push", bson::make("followers", from)), update);
        return session.cost();
    }
    std::size_t followersInFirstDocument(std::string_view user) override {
        const auto first = users_.findOne(bson::make("_id", user));
        return first ? (*first)["followers"].asArray().countElements() : 0;
    }

private:
    static void addUser(const FollowerGraph& graph, std::uint32_t user, Loader& loader) {
        const std::vector<std::uint32_t>& all = graph.followers[user];
        const std::size_t continuations = all.empty() ? 0 : (all.size() - 1) / kContinuationSize;
        auto idOf = [&](std::size_t number) { return graph.names[user] + "#" + std::to_string(number); };
        for (std::size_t number = 0; number <= continuations; ++number) {
            bson::Builder builder;
            builder.append("_id", number == 0 ? graph.names[user] : idOf(number));
            if (number > 0) builder.append("of", graph.names[user]);
            if (number == 0 && continuations > 0) {
                builder.openArray("tbc");
                for (std::size_t next = 1; next <= continuations; ++next) builder.push(idOf(next));
                builder.close();
            }
            builder.openArray("followers");
            const std::size_t end = std::min(all.size(), (number + 1) * kContinuationSize);
            for (std::size_t at = number * kContinuationSize; at < end; ++at) builder.push(graph.names[all[at]]);
            builder.close();
            loader.add(builder.take());
        }
    }

    Collection users_;
};

// One small document per edge, an index for each direction.
class EdgeDesign : public FollowerDesign {
public:
    explicit EdgeDesign(Store store)
        : FollowerDesign(std::move(store)), edges_(store_.database("lab").collection("edges")) {}

    Variant describe() const override {
        return {"edge documents", "one document per edge, an index for each direction", "{_id: 17, from: \"wget\", to: \"libc6\"}"};
    }
    void fill(const FollowerGraph& graph, tools::ProgressBar& progress) override {
        Loader loader(edges_, progress, graph.edges);
        for (std::uint32_t user = 0; user < graph.names.size(); ++user) {
            for (const std::uint32_t followed : graph.following[user]) {
                loader.add(bson::make("_id", nextId_++, "from", graph.names[user], "to", graph.names[followed]));
            }
        }
        loader.flush();
        edges_.createIndex({{"from", 1}, {"to", 1}});
        edges_.createIndex({{"to", 1}, {"from", 1}});
    }
    Asked following(std::string_view user) override { return ask("from", user, "to"); }
    Asked followers(std::string_view user) override { return ask("to", user, "from"); }
    Cost addEdge(std::string_view from, std::string_view to) override {
        InsertOptions options;
        static_cast<WriteOptions&>(options) = metered();
        edges_.insertOne(bson::make("_id", nextId_++, "from", from, "to", to), options);
        return store_.lastCost();
    }
    std::size_t followersInFirstDocument(std::string_view user) override { return followers(user).names.size(); }

private:
    Asked ask(std::string_view by, std::string_view user, std::string_view field) {
        Question question(store_);
        question.fields(edges_, bson::make(by, user), field);
        return question.finish();
    }

    Collection edges_;
    std::int64_t nextId_ = 1;
};

}  // namespace

std::vector<std::unique_ptr<FollowerDesign>> makeFollowerDesigns(RunContext& context) {
    std::vector<std::unique_ptr<FollowerDesign>> designs;
    designs.push_back(std::make_unique<EmbeddedDesign>(context.makeStore("following"), true, false));
    designs.push_back(std::make_unique<EmbeddedDesign>(context.makeStore("following-index"), true, true));
    designs.push_back(std::make_unique<EmbeddedDesign>(context.makeStore("followers"), false, false));
    designs.push_back(std::make_unique<EmbeddedDesign>(context.makeStore("followers-index"), false, true));
    designs.push_back(std::make_unique<SeparateDesign>(context.makeStore("own")));
    designs.push_back(std::make_unique<ContinuedDesign>(context.makeStore("tbc")));
    designs.push_back(std::make_unique<EdgeDesign>(context.makeStore("edges")));
    return designs;
}

}  // namespace sheaf::lab
