// libsecret as Swift sees it: the header, and what only variadic functions do.
#ifndef CLIBSECRET_SHIM_H
#define CLIBSECRET_SHIM_H

#if !__has_include(<libsecret/secret.h>)
#error "SecretStore needs libsecret. On Debian and Ubuntu: apt-get install libsecret-1-dev"
#else

// The calls that take object paths: exported by every libsecret-1, and called unstable since 2012.
#define SECRET_WITH_UNSTABLE
#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>

// libsecret's class for the service, on a connection that it is given. By itself it takes one that the whole process shares, in which
// signals pile up where no main loop runs, and which ends the process when the bus goes away. It says so in its constructor, the
// only time when that can be set: so the last word is a subclass's.
static inline GObject *_Nonnull clibsecret_service_constructor(
    GType type, guint count, GObjectConstructParam *_Nullable properties) {
    GObjectClass *parent = G_OBJECT_CLASS(g_type_class_peek(SECRET_TYPE_SERVICE));
    GObject *object = parent->constructor(type, count, properties);
    g_object_set(
        object, "g-bus-type", G_BUS_TYPE_NONE,
        "g-flags", G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES | G_DBUS_PROXY_FLAGS_DO_NOT_CONNECT_SIGNALS, NULL);
    return object;
}

static inline void clibsecret_service_class_init(gpointer _Nonnull type_class, gpointer _Nullable data) {
    G_OBJECT_CLASS(type_class)->constructor = clibsecret_service_constructor;
}

static inline GType clibsecret_service_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        GTypeQuery query;
        g_type_query(SECRET_TYPE_SERVICE, &query);
        GType made = g_type_register_static_simple(
            SECRET_TYPE_SERVICE, "BaseModelSecretService", query.class_size, clibsecret_service_class_init,
            query.instance_size, NULL, (GTypeFlags)0);
        g_once_init_leave(&type, made);
    }
    return type;
}

// The service on that connection, with an encrypted session open.
static inline SecretService *_Nullable clibsecret_open_service(
    GDBusConnection *_Nonnull connection, GCancellable *_Nullable cancellable, GError *_Nullable *_Nullable error) {
    return (SecretService *)g_initable_new(
        clibsecret_service_type(), cancellable, error, "g-connection", connection, "flags", SECRET_SERVICE_OPEN_SESSION, NULL);
}

// What the file backend's items are made with: the same attributes as the service's.
static inline const SecretSchema *_Nonnull clibsecret_schema(void) {
    static const SecretSchema schema = {
        "org.freedesktop.Secret.Generic", SECRET_SCHEMA_DONT_MATCH_NAME,
        {{"service", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"account", SECRET_SCHEMA_ATTRIBUTE_STRING}, {NULL, 0}}};
    return &schema;
}

#endif
#endif
