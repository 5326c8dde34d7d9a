/// The version of the package, for `basemodel --version`. `Scripts/docs-site.py` reads it here for the documentation.
let packageVersion = "1.0.0"
