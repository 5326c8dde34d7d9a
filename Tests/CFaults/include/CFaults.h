#pragma once
#include <stdint.h>

/// What befalls the call whose turn it is.
typedef enum {
    FAULT_NONE,
    /// It fails with the error; those that never do so with EINTR don't.
    FAULT_ERROR,
    /// It reads or writes half of what it was to.
    FAULT_SHORT,
    /// The process is killed in its place; a write has done half of its work.
    FAULT_KILL,
    /// The process is stopped before it, until somebody continues it.
    FAULT_STOP,
    /// It writes another byte than it was given, and says that all is well.
    FAULT_LIE,
    /// Another program puts a file in the folder before it: see `faults_put`.
    FAULT_PUT,
} fault_kind;

/// The file that FAULT_PUT puts there, with its mode. It is empty.
void faults_put(const char *path, unsigned mode);

/// Watches the calls about files below a folder, from now on, and lets the fault befall the one with this number, from 1.
void faults_arm(const char *folder, long turn, fault_kind kind, int error);

/// Whether only those calls count from now on that change something: what is killed between two of them leaves the same.
void faults_count_changes_only(int is_so);

/// Below the folder there are no files without a name, as in some file systems; or they can't be given one.
void faults_refuse(int unnamed_files, int naming);

/// Watches no longer. Returns how many calls there were.
long faults_disarm(void);

/// The calls that were watched: one a line, with what they were about.
const char *faults_log(void);

/// `fork`, for a process with one thread. Its child ends with `faults_exit`.
int faults_fork(void);
_Noreturn void faults_exit(int status);

/// Eight numbers that a process shares with those that it forks.
volatile int64_t *faults_shared(void);
