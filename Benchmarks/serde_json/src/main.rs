//! Encodes or decodes the people in a file once for each line on standard input, and answers with the seconds that it took.
//!
//!     serde_json_peer PEOPLE.json
//!
//! The lines are `encode`, `decode`, and `write PATH`, which writes the people as they were read and encoded.

use serde::{Deserialize, Serialize};
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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("Name the file of the people.")?;
    let bytes = std::fs::read(path)?;
    let people: People = serde_json::from_slice(&bytes)?;
    let mut answers = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let start = processor_time();
        // What is made is freed after the time was taken.
        let seconds = match line.as_str() {
            "encode" => {
                let encoded = serde_json::to_vec(&people)?;
                let seconds = processor_time() - start;
                assert!(!encoded.is_empty());
                seconds
            }
            "decode" => {
                let decoded: People = serde_json::from_slice(&bytes)?;
                let seconds = processor_time() - start;
                assert_eq!(decoded.people.len(), people.people.len());
                seconds
            }
            _ => {
                let path = line.strip_prefix("write ").ok_or("Not a command.")?;
                std::fs::write(path, serde_json::to_vec(&people)?)?;
                0.0
            }
        };
        writeln!(answers, "{seconds}")?;
        answers.flush()?;
    }
    Ok(())
}
