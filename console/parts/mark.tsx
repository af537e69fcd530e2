/** The school's mark, in the accent of the theme. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" className={`fill-accent ${className}`}>
      <path d="M8 12H56V20H8ZM16 20H26V33.6L38.8 20H51.4L36.4 36L53 55H40.4L29.7 42.6L26 46.4V55H16Z" />
    </svg>
  )
}
