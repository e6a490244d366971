// LMDB as the storage layer calls it: through its renamed private copy, or the system's. The only user of <lmdb.h>.
#pragma once

#ifdef SHEAF_PRIVATE_LMDB
#define mdb_version sheaf_mdb_version
#define mdb_strerror sheaf_mdb_strerror
#define mdb_env_create sheaf_mdb_env_create
#define mdb_env_open sheaf_mdb_env_open
#define mdb_env_copy sheaf_mdb_env_copy
#define mdb_env_copyfd sheaf_mdb_env_copyfd
#define mdb_env_copy2 sheaf_mdb_env_copy2
#define mdb_env_copyfd2 sheaf_mdb_env_copyfd2
#define mdb_env_stat sheaf_mdb_env_stat
#define mdb_env_info sheaf_mdb_env_info
#define mdb_env_sync sheaf_mdb_env_sync
#define mdb_env_close sheaf_mdb_env_close
#define mdb_env_set_flags sheaf_mdb_env_set_flags
#define mdb_env_get_flags sheaf_mdb_env_get_flags
#define mdb_env_get_path sheaf_mdb_env_get_path
#define mdb_env_get_fd sheaf_mdb_env_get_fd
#define mdb_env_set_mapsize sheaf_mdb_env_set_mapsize
#define mdb_env_set_maxreaders sheaf_mdb_env_set_maxreaders
#define mdb_env_get_maxreaders sheaf_mdb_env_get_maxreaders
#define mdb_env_set_maxdbs sheaf_mdb_env_set_maxdbs
#define mdb_env_get_maxkeysize sheaf_mdb_env_get_maxkeysize
#define mdb_txn_begin sheaf_mdb_txn_begin
#define mdb_txn_id sheaf_mdb_txn_id
#define mdb_txn_commit sheaf_mdb_txn_commit
#define mdb_txn_abort sheaf_mdb_txn_abort
#define mdb_txn_reset sheaf_mdb_txn_reset
#define mdb_txn_renew sheaf_mdb_txn_renew
#define mdb_dbi_open sheaf_mdb_dbi_open
#define mdb_stat sheaf_mdb_stat
#define mdb_dbi_flags sheaf_mdb_dbi_flags
#define mdb_dbi_close sheaf_mdb_dbi_close
#define mdb_drop sheaf_mdb_drop
#define mdb_get sheaf_mdb_get
#define mdb_put sheaf_mdb_put
#define mdb_del sheaf_mdb_del
#define mdb_cursor_open sheaf_mdb_cursor_open
#define mdb_cursor_close sheaf_mdb_cursor_close
#define mdb_cursor_renew sheaf_mdb_cursor_renew
#define mdb_cursor_get sheaf_mdb_cursor_get
#define mdb_cursor_put sheaf_mdb_cursor_put
#define mdb_cursor_del sheaf_mdb_cursor_del
#define mdb_reader_list sheaf_mdb_reader_list
#define mdb_reader_check sheaf_mdb_reader_check
#endif

#include <lmdb.h>

#include "engine/storage/bytes.h"

namespace sheaf::storage {

inline MDB_val toLmdb(Bytes bytes) {
    return {bytes.size(), const_cast<std::uint8_t*>(bytes.data())};
}
inline Bytes fromLmdb(const MDB_val& value) {
    return {static_cast<const std::uint8_t*>(value.mv_data), value.mv_size};
}

// LMDB's numbers for its own two trees, which its header does not name.
inline constexpr unsigned kFreeTreeHandle = 0;
inline constexpr unsigned kMainTreeHandle = 1;

// Throws the Error that an LMDB or system result stands for; `doing` completes "cannot ...".
[[noreturn]] void raiseLmdb(int result, const char* doing);

}  // namespace sheaf::storage
