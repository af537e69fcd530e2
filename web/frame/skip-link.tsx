/** The first link of a page: it leads keyboards past the header. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-60 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  )
}
