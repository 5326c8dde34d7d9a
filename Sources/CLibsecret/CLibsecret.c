#include "CLibsecret.h"

#include <pthread.h>

// What only this file needs. The structs are the beginnings of GLib's, under names of their own.
typedef struct _GObject GObject;
typedef struct _GObjectConstructParam GObjectConstructParam;
typedef struct _GTypeInstance GTypeInstance;
typedef struct _GTypeQuery GTypeQuery;

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} Error;

typedef struct {
    size_t type;
    const char *type_name;
    unsigned int class_size;
    unsigned int instance_size;
} TypeQuery;

typedef struct {
    size_t type;
    void *construct_properties;
    GObject *(*constructor)(size_t type, unsigned int count, GObjectConstructParam *properties);
} ObjectClass;

typedef struct {
    const char *name;
    unsigned int type;
} SchemaAttribute;

typedef struct {
    const char *name;
    unsigned int flags;
    SchemaAttribute attributes[32];
    int reserved;
    void *more[7];
} Schema;

enum {
    BUS_TYPE_NONE = 0,
    PROXY_DO_NOT_LOAD_PROPERTIES = 1 << 0,
    PROXY_DO_NOT_CONNECT_SIGNALS = 1 << 1,
    SERVICE_OPEN_SESSION = 1 << 1,
    SCHEMA_DONT_MATCH_NAME = 1 << 1,
    SCHEMA_ATTRIBUTE_STRING = 0,
    SEARCH_ALL = 1 << 1,
    SEARCH_LOAD_SECRETS = 1 << 3,
};

size_t secret_service_get_type(void);
void *g_type_class_peek(size_t type);
void g_type_query(size_t type, GTypeQuery *query);
size_t g_type_register_static_simple(
    size_t parent, const char *name, unsigned int class_size, void (*class_init)(void *type_class, void *data),
    unsigned int instance_size, void (*instance_init)(GTypeInstance *instance, void *type_class), unsigned int flags);
void g_object_set(void *object, const char *first_property, ...);
void *g_initable_new(size_t type, GCancellable *cancellable, GError **error, const char *first_property, ...);

// HeaderTests declares these three with libsecret's own schema, which has no name but a typedef's.
#ifndef CLIBSECRET_SCHEMA
#define CLIBSECRET_SCHEMA Schema
#endif
GList *secret_password_searchv_sync(
    const CLIBSECRET_SCHEMA *schema, GHashTable *attributes, unsigned int flags, GCancellable *cancellable, GError **error);
int secret_password_storev_binary_sync(
    const CLIBSECRET_SCHEMA *schema, GHashTable *attributes, const char *collection, const char *label, SecretValue *value,
    GCancellable *cancellable, GError **error);
int secret_password_clearv_sync(
    const CLIBSECRET_SCHEMA *schema, GHashTable *attributes, GCancellable *cancellable, GError **error);

uint32_t clibsecret_error_domain(const GError *error) { return ((const Error *)error)->domain; }

int clibsecret_error_code(const GError *error) { return ((const Error *)error)->code; }

const char *clibsecret_error_message(const GError *error) { return ((const Error *)error)->message; }

// libsecret's class for the service, on a connection that it is given. By itself it takes one that the whole process shares, in which
// signals pile up where no main loop runs, and which ends the process when the bus goes away. It says so in its constructor, the
// only time when that can be set: so the last word is a subclass's.
static GObject *service_constructor(size_t type, unsigned int count, GObjectConstructParam *properties) {
    ObjectClass *parent = g_type_class_peek(secret_service_get_type());
    GObject *object = parent->constructor(type, count, properties);
    g_object_set(
        object, "g-bus-type", BUS_TYPE_NONE, "g-flags", PROXY_DO_NOT_LOAD_PROPERTIES | PROXY_DO_NOT_CONNECT_SIGNALS,
        (char *)NULL);
    return object;
}

static void service_class_init(void *type_class, void *data) {
    (void)data;
    ((ObjectClass *)type_class)->constructor = service_constructor;
}

static size_t service_type;

static void register_service_type(void) {
    size_t parent = secret_service_get_type();
    TypeQuery query;
    g_type_query(parent, (GTypeQuery *)&query);
    service_type = g_type_register_static_simple(
        parent, "BaseModelSecretService", query.class_size, service_class_init, query.instance_size, NULL, 0);
}

SecretService *clibsecret_open_service(GDBusConnection *connection, GCancellable *cancellable, GError **error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_service_type);
    return g_initable_new(
        service_type, cancellable, error, "g-connection", connection, "flags", SERVICE_OPEN_SESSION, (char *)NULL);
}

// What the file backend's items are made with: the same attributes as the service's.
static const Schema schema = {
    "org.freedesktop.Secret.Generic",
    SCHEMA_DONT_MATCH_NAME,
    {{"service", SCHEMA_ATTRIBUTE_STRING}, {"account", SCHEMA_ATTRIBUTE_STRING}, {NULL, 0}},
    0,
    {NULL}};

GList *clibsecret_search(GHashTable *attributes, GCancellable *cancellable, GError **error) {
    const CLIBSECRET_SCHEMA *items = (const void *)&schema;
    return secret_password_searchv_sync(items, attributes, SEARCH_ALL | SEARCH_LOAD_SECRETS, cancellable, error);
}

int clibsecret_store(GHashTable *attributes, const char *label, SecretValue *value, GCancellable *cancellable, GError **error) {
    const CLIBSECRET_SCHEMA *items = (const void *)&schema;
    return secret_password_storev_binary_sync(items, attributes, NULL, label, value, cancellable, error);
}

int clibsecret_remove(GHashTable *attributes, GCancellable *cancellable, GError **error) {
    const CLIBSECRET_SCHEMA *items = (const void *)&schema;
    return secret_password_clearv_sync(items, attributes, cancellable, error);
}
