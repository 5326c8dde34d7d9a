import BaseModelTool

@main
enum Main {
    static func main() { Program.main() }
}
