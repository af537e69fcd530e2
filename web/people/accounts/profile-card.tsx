import type { Profile } from '#contract/people/accounts.ts'
import { initialsOf } from '#web/lib/initials.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileRow } from './profile-row.tsx'

/** Avatar and personal information; a skeleton when `student` is undefined. */
export function ProfileCard({ student }: { student?: NonNullable<Profile['student']> }) {
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
            <p className="mt-1 text-sm text-muted">{student.user.verified ? 'E-mail verified' : 'E-mail not verified'}</p>
          ) : (
            <Skeleton className="mt-2 h-4 w-32" />
          )}
        </div>
      </div>
      {student ? (
        <ProfileForm student={student} />
      ) : (
        <dl className="divide-y divide-line px-6 sm:px-8">
          {['User Name', 'Email', 'Phone'].map((name) => (
            <ProfileRow key={name} name={name}>
              <Skeleton className="h-6 w-full max-w-64" />
            </ProfileRow>
          ))}
        </dl>
      )}
    </section>
  )
}
