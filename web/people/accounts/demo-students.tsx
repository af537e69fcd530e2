import { useRootData } from '#web/lib/root-data.ts'
import { InboxNote } from '#web/lib/inbox-note.tsx'

/** Students of the demo with whom a visitor signs in by one press. Only in the demo. */
export function DemoStudents({ isBusy, onChoose }: { isBusy: boolean; onChoose: (email: string) => void }) {
  const students = useRootData()?.demo?.students ?? []
  if (students.length === 0) return <InboxNote />
  return (
    <section aria-labelledby="demo-students" className="mt-8 space-y-4">
      <h2 id="demo-students" className="text-base tracking-normal">
        Sign in as a student of the demo
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {students.map(({ situation, name, email }) => (
          <li key={email}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onChoose(email)}
              className="flex min-h-14 w-full flex-wrap items-center justify-between gap-x-4 py-2 text-left hover:text-accent disabled:text-muted"
            >
              <span className="font-semibold">{name}</span>
              <span className="text-sm text-muted">{situation}</span>
            </button>
          </li>
        ))}
      </ul>
      <InboxNote />
    </section>
  )
}
