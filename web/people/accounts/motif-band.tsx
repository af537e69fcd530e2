/** The drawn motifs of the four fields: planes, nodes, arcs, loop. Decoration only. */
export function MotifBand() {
  return (
    <div aria-hidden="true" className="mt-12 hidden max-w-lg grid-cols-4 overflow-hidden rounded-lg lg:grid">
      <Tile className="bg-accent text-on-accent">
        <path
          d="M50 22 82 38 50 54 18 38ZM18 52l32 16 32-16M18 66l32 16 32-16"
          fill="none"
          stroke="currentColor"
          strokeWidth="5"
        />
      </Tile>
      <Tile className="bg-signal-soft text-signal">
        <path d="M26 30 50 50 74 28M26 72l24-22 24 24" fill="none" stroke="currentColor" strokeWidth="4" />
        {[
          [26, 30],
          [74, 28],
          [50, 50],
          [26, 72],
          [74, 74],
        ].map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="8" fill="currentColor" />
        ))}
      </Tile>
      <Tile className="bg-accent-soft text-accent">
        <path
          d="M0 100A100 100 0 0 1 100 0M28 100a72 72 0 0 1 72-72M56 100a44 44 0 0 1 44-44"
          fill="none"
          stroke="currentColor"
          strokeWidth="12"
        />
      </Tile>
      <Tile className="bg-ink text-paper">
        <path
          d="M50 50c-9-12-15-17-22-17a17 17 0 0 0 0 34c7 0 13-5 22-17s15-17 22-17a17 17 0 0 1 0 34c-7 0-13-5-22-17Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="6"
        />
      </Tile>
    </div>
  )
}

function Tile({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <span className={`block aspect-square ${className}`}>
      <svg viewBox="0 0 100 100" className="size-full" focusable="false">
        {children}
      </svg>
    </span>
  )
}
