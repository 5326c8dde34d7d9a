//! Encodes or decodes a JSON file once for each line on standard input, and answers with the seconds that it took.
//!
//!     serde_json_peer FILE.json [TYPE]
//!
//! The types are `people`, which is the default, `twitter`, `canada`, `citm_catalog` and `geo`. The lines are `encode`,
//! `decode`, and `write PATH`, which writes the file as it was read and encoded.

mod files;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::io::{BufRead, Write};

#[derive(Serialize, Deserialize)]
struct Person {
    name: String,
    email: String,
    age: i64,
    score: f64,
    active: bool,
    tags: Vec<String>,
}

/// Each person is an object of its own, as in the program that this one is compared with.
#[derive(Serialize, Deserialize)]
struct People {
    people: Vec<Box<Person>>,
}

impl Content for People {
    fn count(&self) -> usize {
        self.people.len()
    }
}

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

/// The processor time of this process, as the other program measures its own.
fn processor_time() -> f64 {
    const PROCESS_CPUTIME: i32 = 2;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(PROCESS_CPUTIME, &mut time) };
    time.seconds as f64 + time.nanoseconds as f64 / 1e9
}

/// The root of a file.
trait Content: Serialize + DeserializeOwned {
    /// The number of its main elements.
    fn count(&self) -> usize;
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(arguments.get(1).ok_or("Name a file.")?)?;
    match arguments.get(2).map_or("people", String::as_str) {
        "people" => answer::<People>(&bytes),
        "twitter" => answer::<files::TweetSearch>(&bytes),
        "canada" | "geo" => answer::<files::FeatureCollection>(&bytes),
        "citm_catalog" => answer::<files::Catalog>(&bytes),
        _ => Err("Not a type.".into()),
    }
}

/// Reads the commands, and does each of them with the file.
fn answer<Root: Content>(bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let root: Root = serde_json::from_slice(bytes)?;
    let mut answers = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let start = processor_time();
        // What is made is freed after the time was taken.
        let seconds = match line.as_str() {
            "encode" => {
                let encoded = serde_json::to_vec(&root)?;
                let seconds = processor_time() - start;
                assert!(!encoded.is_empty());
                seconds
            }
            "decode" => {
                let decoded: Root = serde_json::from_slice(bytes)?;
                let seconds = processor_time() - start;
                assert_eq!(decoded.count(), root.count());
                seconds
            }
            _ => {
                let path = line.strip_prefix("write ").ok_or("Not a command.")?;
                std::fs::write(path, serde_json::to_vec(&root)?)?;
                0.0
            }
        };
        writeln!(answers, "{seconds}")?;
        answers.flush()?;
    }
    Ok(())
}
