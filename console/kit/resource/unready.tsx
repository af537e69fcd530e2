import { Badge } from '#console/kit/parts/badge.tsx'

/** Says in the panel of a record why it can't be published. @param one what the record is called */
export function Unready({ one, missing }: { one: string; missing: readonly string[] }) {
  if (missing.length === 0) return null
  return (
    <div className="rounded-md bg-signal-soft p-3 text-signal">
      <p className="font-semibold">This {one} can not be published yet.</p>
      <ul className="mt-1 list-disc pl-5">
        {missing.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

/** Tells while somebody types whether the record can be published. */
export function Readiness({ missing }: { missing: readonly string[] }) {
  return (
    <p role="status" className="text-sm">
      {missing.length === 0 ? (
        <Badge tone="good">It can be published</Badge>
      ) : (
        <span className="text-muted">Before it can be published: {missing.join(' ')}</span>
      )}
    </p>
  )
}
