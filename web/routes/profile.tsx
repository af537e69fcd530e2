import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { BouncingNote } from '#web/people/accounts/bouncing-note.tsx'
import { DataCard } from '#web/people/accounts/data-card.tsx'
import { DevicesCard } from '#web/people/accounts/devices-card.tsx'
import { MailsCard } from '#web/people/accounts/mails-card.tsx'
import { PhoneCard } from '#web/people/accounts/phone-card.tsx'
import { ProfileCard } from '#web/people/accounts/profile-card.tsx'
import { profileQuery } from '#web/people/accounts/queries.ts'
import { VerifyNote } from '#web/people/accounts/verify-note.tsx'
import { CertificatesCard } from '#web/learning/certificates/certificates-card.tsx'
import { CalendarCard } from '#web/classes/calendar-card.tsx'
import { messageOf } from '#web/lib/api.ts'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { pathToLogin } from '#web/lib/return-to.ts'
import { useSession } from '#web/lib/session.ts'
import { readStored } from '#web/lib/storage.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Loading } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/profile'

export const meta: Route.MetaFunction = ({ matches }) =>
  ownPageMeta(matches[0]?.loaderData, {
    title: 'Profile',
    description: 'Your details, the devices you are signed in on, and your data.',
  })

const failed = 'Your profile could not be loaded.'
const loggedOut = 'Please log in.'

export default function ProfilePage() {
  const { loading, user } = useSession()
  // Without a token no profile can be fetched.
  const isKnown = !loading && readStored('accessToken') !== null
  const { data, error, isFetching, refetch } = useQuery({ ...profileQuery(user?.email), enabled: isKnown })
  const out = !loading && !isKnown
  const student = data?.student
  return (
    <div className="page max-w-4xl py-10 lg:py-16">
      <h1 className="mb-8 text-3xl font-extrabold">Profile</h1>
      {student ? (
        <div className="space-y-6">
          {student.user.verified ? null : <VerifyNote email={student.user.email} />}
          {student.user.bouncing ? <BouncingNote email={student.user.email} /> : null}
          <PhoneCard />
          <ProfileCard key={student.phone} student={student} />
          <CertificatesCard email={student.user.email} />
          <CalendarCard email={student.user.email} />
          <MailsCard email={student.user.email} />
          <DevicesCard email={student.user.email} />
          <DataCard email={student.user.email} />
        </div>
      ) : error || data || out ? (
        <div className="space-y-6">
          <Notice tone="bad" title={out ? loggedOut : error ? messageOf(error, failed) : failed} />
          <div className="flex flex-wrap gap-3">
            <ButtonLink variant="primary" to={pathToLogin(pathTo('profile'))}>
              Go to Login
            </ButtonLink>
            {out ? null : (
              <Button pending={isFetching && 'Loading…'} onClick={() => void refetch()}>
                Try Again
              </Button>
            )}
          </div>
        </div>
      ) : (
        <Loading label="Loading your profile">
          <ProfileCard />
        </Loading>
      )}
    </div>
  )
}
