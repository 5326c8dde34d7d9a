//! The standard JSON files, with the same properties as the classes of the program that this one is compared with.
//!
//! A key without a value isn't written, as there.

use crate::Content;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

// twitter.json

#[derive(Serialize, Deserialize)]
pub struct TweetSearch {
    statuses: Vec<Tweet>,
    search_metadata: SearchMetadata,
}

impl Content for TweetSearch {
    fn count(&self) -> usize {
        self.statuses.len()
    }
}

#[derive(Serialize, Deserialize)]
struct SearchMetadata {
    completed_in: f64,
    max_id: i64,
    max_id_str: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_results: Option<String>,
    query: String,
    refresh_url: String,
    count: i64,
    since_id: i64,
    since_id_str: String,
}

#[derive(Serialize, Deserialize)]
struct Tweet {
    metadata: TweetMetadata,
    created_at: String,
    id: i64,
    id_str: String,
    text: String,
    source: String,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_reply_to_status_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_reply_to_status_id_str: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_reply_to_user_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_reply_to_user_id_str: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_reply_to_screen_name: Option<String>,
    user: User,
    #[serde(skip_serializing_if = "Option::is_none")]
    geo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coordinates: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contributors: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retweeted_status: Option<Box<Tweet>>,
    retweet_count: i64,
    favorite_count: i64,
    entities: TweetEntities,
    favorited: bool,
    retweeted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    possibly_sensitive: Option<bool>,
    lang: String,
}

#[derive(Serialize, Deserialize)]
struct TweetMetadata {
    result_type: String,
    iso_language_code: String,
}

#[derive(Serialize, Deserialize)]
struct User {
    id: i64,
    id_str: String,
    name: String,
    screen_name: String,
    location: String,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    entities: UserEntities,
    protected: bool,
    followers_count: i64,
    friends_count: i64,
    listed_count: i64,
    created_at: String,
    favourites_count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    utc_offset: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_zone: Option<String>,
    geo_enabled: bool,
    verified: bool,
    statuses_count: i64,
    lang: String,
    contributors_enabled: bool,
    is_translator: bool,
    is_translation_enabled: bool,
    profile_background_color: String,
    profile_background_image_url: String,
    profile_background_image_url_https: String,
    profile_background_tile: bool,
    profile_image_url: String,
    profile_image_url_https: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile_banner_url: Option<String>,
    profile_link_color: String,
    profile_sidebar_border_color: String,
    profile_sidebar_fill_color: String,
    profile_text_color: String,
    profile_use_background_image: bool,
    default_profile: bool,
    default_profile_image: bool,
    following: bool,
    follow_request_sent: bool,
    notifications: bool,
}

#[derive(Serialize, Deserialize)]
struct UserEntities {
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<LinkList>,
    description: LinkList,
}

#[derive(Serialize, Deserialize)]
struct LinkList {
    urls: Vec<Link>,
}

#[derive(Serialize, Deserialize)]
struct Link {
    url: String,
    expanded_url: String,
    display_url: String,
    indices: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
struct TweetEntities {
    hashtags: Vec<Hashtag>,
    symbols: Vec<String>,
    urls: Vec<Link>,
    user_mentions: Vec<Mention>,
    #[serde(skip_serializing_if = "Option::is_none")]
    media: Option<Vec<Photo>>,
}

#[derive(Serialize, Deserialize)]
struct Hashtag {
    text: String,
    indices: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
struct Mention {
    screen_name: String,
    name: String,
    id: i64,
    id_str: String,
    indices: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
struct Photo {
    id: i64,
    id_str: String,
    indices: Vec<i64>,
    media_url: String,
    media_url_https: String,
    url: String,
    display_url: String,
    expanded_url: String,
    #[serde(rename = "type")]
    kind: String,
    sizes: PhotoSizes,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_status_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_status_id_str: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct PhotoSizes {
    medium: PhotoSize,
    small: PhotoSize,
    thumb: PhotoSize,
    large: PhotoSize,
}

#[derive(Serialize, Deserialize)]
struct PhotoSize {
    w: i64,
    h: i64,
    resize: PhotoResize,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PhotoResize {
    Fit,
    Crop,
}

// canada.json and geo.json

#[derive(Serialize, Deserialize)]
pub struct FeatureCollection {
    #[serde(rename = "type")]
    kind: String,
    features: Vec<Feature>,
}

impl Content for FeatureCollection {
    fn count(&self) -> usize {
        self.features.len()
    }
}

#[derive(Serialize, Deserialize)]
struct Feature {
    #[serde(rename = "type")]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    properties: HashMap<String, String>,
    geometry: Geometry,
}

#[derive(Serialize, Deserialize)]
struct Geometry {
    #[serde(rename = "type")]
    kind: String,
    coordinates: Vec<Vec<Vec<f64>>>,
}

// citm_catalog.json

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalog {
    area_names: HashMap<String, String>,
    audience_sub_category_names: HashMap<String, String>,
    block_names: HashMap<String, String>,
    events: HashMap<String, Event>,
    performances: Vec<Performance>,
    seat_category_names: HashMap<String, String>,
    sub_topic_names: HashMap<String, String>,
    subject_names: HashMap<String, String>,
    topic_names: HashMap<String, String>,
    topic_sub_topics: HashMap<String, Vec<i64>>,
    venue_names: HashMap<String, String>,
}

impl Content for Catalog {
    fn count(&self) -> usize {
        self.performances.len()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Event {
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    sub_topic_ids: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subtitle: Option<String>,
    topic_ids: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Performance {
    event_id: i64,
    id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    prices: Vec<Price>,
    seat_categories: Vec<SeatCategory>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat_map_image: Option<String>,
    start: i64,
    venue_code: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Price {
    amount: i64,
    audience_sub_category_id: i64,
    seat_category_id: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SeatCategory {
    areas: Vec<SeatArea>,
    seat_category_id: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SeatArea {
    area_id: i64,
    block_ids: Vec<i64>,
}
