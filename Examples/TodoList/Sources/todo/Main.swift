import CryptoCoder
import ModelCore
import TodoKit

@main
enum Main {
    static func main() {
        // A list may be kept in any format, and go from one to another: so it is also read where it isn't encrypted.
        FormatRegistry.replace(
            with: CryptoCoder(allowsUnencryptedFiles: true) { _ in
                guard let password = TodoPassword.current else {
                    throw ModelError(
                        .passwordMissing, "Put the password into the environment variable \(TodoPassword.variable).")
                }
                return CryptoPassword(password)
            })
        Todo.main()
    }
}
