// The search of the documentation's site. The index is a script: a page that was opened from the disk may load no other data.

/// The entries that have all words, the best first. An entry is a title, what it is, where it is, and its text.
function searchSite(index, query) {
    const words = query.toLowerCase().split(/\s+/).filter(word => word);
    if (!words.length) return [];
    const found = [];
    for (const entry of index) {
        const title = entry[0].toLowerCase(), text = entry[3].toLowerCase();
        let score = entry[0].length / 1000;
        for (const word of words) {
            const parts = title.split(/[ .(:]+/);
            if (title === word || parts.at(-1) === word) score += 0;
            else if (parts.includes(word)) score += 1;
            else if (parts.some(part => part.startsWith(word))) score += 2;
            else if (title.includes(word)) score += 3;
            else if (text.includes(word)) score += 6;
            else { score = -1; break; }
        }
        if (score >= 0) found.push([score, entry]);
    }
    return found.sort((left, right) => left[0] - right[0]).map(each => each[1]);
}

if (typeof document !== "undefined") {
    const up = document.currentScript.dataset.up;
    const box = document.getElementById("search"), list = document.getElementById("found");
    let isAsked = false;

    const show = () => {
        const entries = searchSite(window.searchIndex || [], box.value).slice(0, 30);
        list.replaceChildren(...entries.map(([title, kind, target, text]) => {
            const link = document.createElement("a"), note = document.createElement("span");
            link.href = up + target;
            link.textContent = title;
            note.textContent = `${kind}${text ? ": " + text.slice(0, 120) : ""}`;
            const item = document.createElement("li");
            item.append(link, note);
            return item;
        }));
        if (!entries.length && box.value.trim() && window.searchIndex) list.textContent = "Nothing found.";
        list.hidden = !box.value.trim();
    };
    box.addEventListener("focus", () => {
        if (isAsked) return;
        isAsked = true;
        const script = document.createElement("script");
        script.src = up + "search-index.js";
        script.onload = show;
        document.head.append(script);
    });
    box.addEventListener("input", show);
    box.addEventListener("keydown", event => {
        if (event.key === "Escape") { box.value = ""; show(); box.blur(); }
        if (event.key === "Enter") list.querySelector("a")?.click();
    });
    document.addEventListener("keydown", event => {
        if (event.key === "/" && document.activeElement !== box) { event.preventDefault(); box.focus(); }
    });
    box.hidden = false;
}
