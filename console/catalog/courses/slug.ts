/** The short name of a title: "C++ & Rust, Part 2" is "c-rust-part-2". Empty for a title without Latin letters or digits. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 120)
    .replaceAll(/^-+|-+$/g, '')
}
