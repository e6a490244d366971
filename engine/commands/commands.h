// The commands, in name order; the table is in commands.cpp.
#pragma once

#include "engine/commands/command.h"

namespace sheaf::engine {

extern const Command kBuildInfo;
extern const Command kBulkWrite;
extern const Command kCollMod;
extern const Command kCollStats;
extern const Command kCount;
extern const Command kCreate;
extern const Command kCreateIndexes;
extern const Command kDataSize;
extern const Command kDbStats;
extern const Command kDelete;
extern const Command kDistinct;
extern const Command kDrop;
extern const Command kDropDatabase;
extern const Command kDropIndexes;
extern const Command kExplain;
extern const Command kFind;
extern const Command kFindAndModify;
extern const Command kGetMore;
extern const Command kHello;
extern const Command kInsert;
extern const Command kIsMaster;
extern const Command kKillCursors;
extern const Command kListCollections;
extern const Command kListDatabases;
extern const Command kListIndexes;
extern const Command kPing;
extern const Command kRenameCollection;
extern const Command kServerStatus;
extern const Command kUpdate;
extern const Command kValidate;

}  // namespace sheaf::engine
