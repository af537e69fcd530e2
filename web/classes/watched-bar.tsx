/** A progress bar of the watched part. Decorative: the text beside it has the same information. */
export function WatchedBar({ position, duration, className = '' }: { position: number; duration: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block h-1 overflow-hidden rounded-full bg-line forced-colors:h-1.5 forced-colors:border ${className}`}
    >
      <span
        className="block h-full rounded-full bg-accent forced-colors:bg-[CanvasText]"
        style={{ width: `${Math.min(100, (position / Math.max(1, duration)) * 100)}%` }}
      />
    </span>
  )
}
