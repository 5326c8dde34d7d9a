import TodoKit

@main
enum Main {
    static func main() {
        Todo.main()
    }
}
