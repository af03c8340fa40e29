"""Writes the briefs of the folders of public headers, for Doxygen, from the table of docs/design.md. scripts/docs calls
this with the file to write. It prints each folder that the table lacks, and exits with 1 then."""
import pathlib
import re
import sys

ROW = re.compile(r"^\| `((?:core|comm)/\w+)` \| (.*) \|$", re.MULTILINE)
PARTS = {"core": "The numerics of one rank", "comm": "Ranks: decomposition, halo exchange, MPI and NCCL"}


def main():
    text = pathlib.Path("docs/design.md").read_text(encoding="utf-8")
    holds = {name: re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", words) for name, words in ROW.findall(text)}
    holds = {name: re.sub(r" \(\w+\.md\)", "", words) for name, words in holds.items()}
    missing, entries = [], {"miniapp/include/isobar": "The solver for other programs"}
    for part, words in PARTS.items():
        top = f"{part}/include/isobar/{part}"
        entries[f"{part}/include/isobar"] = entries[top] = words
        for folder in sorted(path.name for path in pathlib.Path(top).iterdir() if path.is_dir()):
            if f"{part}/{folder}" in holds:
                entries[f"{top}/{folder}"] = holds[f"{part}/{folder}"]
            else:
                missing.append(f"{part}/{folder}: not in the table of docs/design.md")
            for inner in pathlib.Path(top, folder).iterdir():
                if inner.is_dir():
                    entries[str(inner)] = f"The {inner.name} of {part}/{folder}"
    pathlib.Path(sys.argv[1]).write_text("".join(f"/// @dir {d}\n/// @brief {w[0].upper()}{w[1:]}.\n\n" for d, w in entries.items()), encoding="utf-8")
    print("\n".join(missing), end="\n" if missing else "")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
