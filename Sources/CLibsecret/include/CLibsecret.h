// What SecretStore takes of libsecret and GLib, declared here: their own headers lie in folders that only pkg-config knows, and its
// flags make SwiftPM warn in every build of every program. HeaderTests compares with the installed ones. Structs stay unseen, and
// types are the same as there, so that a program may import those, too.
#ifndef CLIBSECRET_H
#define CLIBSECRET_H

#include <stddef.h>
#include <stdint.h>

typedef struct _GBytes GBytes;
typedef struct _GCancellable GCancellable;
typedef struct _GDBusAuthObserver GDBusAuthObserver;
typedef struct _GDBusConnection GDBusConnection;
typedef struct _GError GError;
typedef struct _GHashTable GHashTable;
typedef struct _GList GList;
typedef struct _GMainContext GMainContext;
typedef struct _GVariant GVariant;
typedef struct _GVariantType GVariantType;
typedef struct _SecretRetrievable SecretRetrievable;
typedef struct _SecretService SecretService;
typedef struct _SecretValue SecretValue;

// MARK: What gives up a reference

void g_free(void *memory);
void g_error_free(GError *error);
void g_bytes_unref(GBytes *bytes);
void g_hash_table_unref(GHashTable *table);
GList *g_list_delete_link(GList *list, GList *link);
void g_list_free_full(GList *list, void (*free)(void *data));
void g_main_context_unref(GMainContext *context);
void g_variant_type_free(GVariantType *type);
void g_variant_unref(GVariant *value);
void g_object_unref(void *object);
void secret_value_unref(void *value);

// MARK: What believes a count, or keeps memory that it is handed

GBytes *g_bytes_new(const void *data, size_t size);
SecretValue *secret_value_new(const char *secret, ptrdiff_t length, const char *content_type);
GVariant *g_variant_new_tuple(GVariant *const *members, size_t count);
GVariant *g_variant_new_array(const GVariantType *type, GVariant *const *elements, size_t count);
GHashTable *g_hash_table_new_full(
    unsigned int (*hash)(const void *key), int (*key_equal)(const void *first, const void *second),
    void (*key_destroy)(void *key), void (*value_destroy)(void *value));
int g_hash_table_insert(GHashTable *table, void *key, void *value);
typedef void (*GDBusSignalCallback)(
    GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *signal,
    GVariant *parameters, void *data);
unsigned int g_dbus_connection_signal_subscribe(
    GDBusConnection *connection, const char *sender, const char *interface, const char *member, const char *path,
    const char *first_argument, unsigned int flags, GDBusSignalCallback callback, void *data, void (*free)(void *data));

// All else is safe with what Swift hands it: text, and references that somebody holds.
#ifdef __clang__
#pragma clang attribute push(__attribute__((swift_attr("safe"))), apply_to = function)
#endif

// MARK: GLib

char *g_strdup(const char *text);
void g_usleep(unsigned long microseconds);
const char *g_get_user_data_dir(void);

unsigned int g_str_hash(const void *text);
int g_str_equal(const void *first, const void *second);
void *g_hash_table_lookup(GHashTable *table, const void *key);

void *g_list_nth_data(GList *list, unsigned int index);

GMainContext *g_main_context_new(void);
int g_main_context_iteration(GMainContext *context, int may_block);
void g_main_context_push_thread_default(GMainContext *context);
void g_main_context_pop_thread_default(GMainContext *context);
GMainContext *g_main_context_get_thread_default(void);

GVariantType *g_variant_type_new(const char *text);
GVariant *g_variant_ref(GVariant *value);
GVariant *g_variant_take_ref(GVariant *value);
int g_variant_is_container(GVariant *value);
int g_variant_is_normal_form(GVariant *value);
size_t g_variant_n_children(GVariant *value);
GVariant *g_variant_get_child_value(GVariant *value, size_t index);
GVariant *g_variant_get_variant(GVariant *value);
const char *g_variant_get_type_string(GVariant *value);
const char *g_variant_get_string(GVariant *value, size_t *length);
int g_variant_get_boolean(GVariant *value);
uint32_t g_variant_get_uint32(GVariant *value);
uint64_t g_variant_get_uint64(GVariant *value);
GVariant *g_variant_new_boolean(int value);
GVariant *g_variant_new_string(const char *text);
GVariant *g_variant_new_object_path(const char *path);
GVariant *g_variant_new_variant(GVariant *value);
GVariant *g_variant_new_dict_entry(GVariant *key, GVariant *value);
GVariant *g_variant_new_from_bytes(const GVariantType *type, GBytes *bytes, int trusted);

// MARK: GObject and GIO

uint32_t g_io_error_quark(void);
GCancellable *g_cancellable_new(void);
void g_cancellable_cancel(GCancellable *cancellable);
int g_cancellable_is_cancelled(GCancellable *cancellable);

char *g_dbus_address_escape_value(const char *text);
int g_dbus_is_supported_address(const char *address, GError **error);
char *g_dbus_error_get_remote_error(const GError *error);
GDBusConnection *g_dbus_connection_new_for_address_sync(
    const char *address, unsigned int flags, GDBusAuthObserver *observer, GCancellable *cancellable, GError **error);
int g_dbus_connection_close_sync(GDBusConnection *connection, GCancellable *cancellable, GError **error);
GVariant *g_dbus_connection_call_sync(
    GDBusConnection *connection, const char *name, const char *path, const char *interface, const char *method,
    GVariant *parameters, const GVariantType *reply_type, unsigned int flags, int milliseconds, GCancellable *cancellable,
    GError **error);
void g_dbus_connection_signal_unsubscribe(GDBusConnection *connection, unsigned int subscription);

// MARK: libsecret

uint32_t secret_error_get_quark(void);
const char *secret_value_get(SecretValue *value, size_t *length);
GHashTable *secret_retrievable_get_attributes(SecretRetrievable *item);
char *secret_retrievable_get_label(SecretRetrievable *item);
uint64_t secret_retrievable_get_modified(SecretRetrievable *item);
SecretValue *secret_retrievable_retrieve_secret_sync(SecretRetrievable *item, GCancellable *cancellable, GError **error);
void secret_service_disconnect(void);
const char *secret_service_get_session_dbus_path(SecretService *service);
// Exported by every libsecret-1, and called unstable since 2012.
GVariant *secret_service_encode_dbus_secret(SecretService *service, SecretValue *value);
SecretValue *secret_service_decode_dbus_secret(SecretService *service, GVariant *value);

// Constants, under names of this header's own.
enum {
    CLIBSECRET_IO_ERROR_CANCELLED = 19,
    CLIBSECRET_IO_ERROR_WRONG_ETAG = 23,
    CLIBSECRET_IO_ERROR_TIMED_OUT = 24,
    CLIBSECRET_CONNECTION_AUTHENTICATION_CLIENT = 1 << 0,
    CLIBSECRET_CONNECTION_MESSAGE_BUS = 1 << 3,
    CLIBSECRET_ERROR_IS_LOCKED = 2,
    CLIBSECRET_ERROR_NO_SUCH_OBJECT = 3,
};

// MARK: What CLibsecret.c adds

uint32_t clibsecret_error_domain(const GError *error);
int clibsecret_error_code(const GError *error);
// Null where there is none. It lives as long as the error.
const char *clibsecret_error_message(const GError *error);

// The service on that connection, with an encrypted session open.
SecretService *clibsecret_open_service(GDBusConnection *connection, GCancellable *cancellable, GError **error);

// What is in libsecret's file, with its secrets; a list of SecretRetrievable, which the caller frees with its items.
GList *clibsecret_search(GHashTable *attributes, GCancellable *cancellable, GError **error);
int clibsecret_store(GHashTable *attributes, const char *label, SecretValue *value, GCancellable *cancellable, GError **error);
int clibsecret_remove(GHashTable *attributes, GCancellable *cancellable, GError **error);

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
