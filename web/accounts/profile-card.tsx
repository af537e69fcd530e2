import type { Profile } from '#contract/accounts.ts'
import { initialsOf } from '../lib/initials.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** Avatar and personal information; without a student the same card as a skeleton. */
export function ProfileCard({ student }: { student?: NonNullable<Profile['student']> }) {
  const rows = [
    ['User Name', student?.user.first_name],
    ['Email', student?.user.email],
    ['Phone', student?.phone],
  ] as const
  return (
    <section aria-labelledby="personal" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex items-center gap-5 border-b border-line p-6 sm:p-8">
        <span
          aria-hidden="true"
          className="grid size-16 shrink-0 place-items-center rounded-full bg-accent-soft text-lg font-bold text-accent sm:size-20 sm:text-xl"
        >
          {student ? initialsOf(student.user.first_name) || '?' : ''}
        </span>
        <div className="min-w-0 flex-1">
          <h2 id="personal" className="text-xl">
            Personal Information
          </h2>
          {student ? (
            <p className="mt-1 text-sm text-muted">{student.user.verified ? 'Email verified' : 'Email not verified'}</p>
          ) : (
            <Skeleton className="mt-2 h-4 w-32" />
          )}
        </div>
      </div>
      <dl className="divide-y divide-line px-6 sm:px-8">
        {rows.map(([name, value]) => (
          <div key={name} className="grid gap-1 py-5 sm:grid-cols-[12rem_1fr]">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="figures min-h-6 font-semibold wrap-anywhere">
              {student ? (
                value || <span className="font-normal text-muted">Not given yet</span>
              ) : (
                <Skeleton className="h-6 w-full max-w-64" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
