// What LMDB's and the system's results mean to a user.
#include "bson/raise.h"
#include "engine/storage/lmdb_api.h"

#include <cerrno>

namespace sheaf::storage {
namespace {

ErrorCode codeOf(int result) {
    switch (result) {
        case ENOSPC:
        case EDQUOT:
        case EFBIG: return ErrorCode::OutOfDiskSpace;
        case EACCES:
        case EPERM:
        case EROFS: return ErrorCode::StoreReadOnly;
        case MDB_CORRUPTED:
        case MDB_PAGE_NOTFOUND:
        case MDB_INVALID: return ErrorCode::StoreDamaged;
        case MDB_VERSION_MISMATCH: return ErrorCode::StoreVersionUnknown;
        case MDB_MAP_FULL: return ErrorCode::MapFull;
        case MDB_DBS_FULL: return ErrorCode::TooManyTrees;
        case MDB_READERS_FULL:
        case MDB_TXN_FULL: return ErrorCode::OperationFailed;
        case MDB_BAD_TXN:
        case MDB_BAD_DBI:
        case MDB_BAD_VALSIZE:
        case MDB_BAD_RSLOT:
        case MDB_INCOMPATIBLE:
        case MDB_CURSOR_FULL:
        case MDB_PAGE_FULL:
        case MDB_KEYEXIST:
        case EINVAL: return ErrorCode::InternalError;
        default: return ErrorCode::StoreInputOutput;
    }
}

const char* wordsOf(int result) {
    switch (result) {
        case MDB_PANIC:
            return "writing failed earlier in a way that needs the store to be closed and opened again";
        case MDB_READERS_FULL:
            return "every slot for readers is taken: too many snapshots are open at once";
        case MDB_DBS_FULL:
            return "all handles for trees are in use: open the store with a larger maxTrees";
        case MDB_TXN_FULL:
            return "the transaction changed too many pages: write in smaller batches";
        default: return mdb_strerror(result);
    }
}

}  // namespace

void raiseLmdb(int result, const char* doing) {
    raise(codeOf(result), "cannot ", doing, ": ", wordsOf(result));
}

}  // namespace sheaf::storage
