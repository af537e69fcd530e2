import { Ban, Download, ExternalLink, Link2, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { WebLink } from '#console/learning/submissions/web-link.tsx'
import { pathTo } from '#contract/pages.ts'
import {
  certificates,
  reissueCertificate,
  removeCertificateProject,
  revokeCertificate,
  type StaffCertificate,
  readCertificatePdfForStaff,
  certificateEndingNames,
} from '#contract/learning/staff/certificates.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call, download } from '#console/kit/api/client.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { figuresText } from '#console/learning/batch-certificates/certificate-figures.ts'
import { certificateRuleNames } from '#contract/certificate-rules.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'
import { useChanges } from '#console/kit/resource/calls.ts'
import { CertificateState } from './certificate-state.tsx'

/** One certificate with its figures as they stood, and what staff can do with it. */
export function CertificatePanel({ record: one }: { record: StaffCertificate }) {
  const { may } = useAccess()
  const wanted = one.wanted_percent === null ? '' : `, at least ${one.wanted_percent}%`
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <p className="text-lg font-semibold break-words">{one.course}</p>
        <CertificateState certificate={one} />
        {one.revoked_for ? (
          <p className="text-bad">
            {certificateEndingNames[one.revoked_for]}
            {one.revoke_reason ? `: ${one.revoke_reason}` : '.'}
          </p>
        ) : null}
      </div>
      <Acts one={one} />
      <Facts
        facts={[
          ['Student', <StudentLink key="student" id={one.student_id} name={one.student} />],
          ['Name on it', one.holder ?? 'Removed with the account'],
          ['Rule', `${certificateRuleNames[one.rule]}${wanted}`],
          ['Figures then', figuresText(one)],
          ['Classes', `${one.classes}, from ${formatPlainDay(one.first_day)} to ${formatPlainDay(one.last_day)}`],
          [
            'Batch',
            may('batches:read') ? (
              <Link key="batch" to={`/batches/${one.batch_id}?view=certificates`} className="text-accent hover:underline">
                Batch {one.batch_id}
              </Link>
            ) : (
              `Batch ${one.batch_id}`
            ),
          ],
          ['Project', one.project_url ? <ProjectLink key="project" url={one.project_url} one={one} /> : null],
          ['Issued', formatMoment(one.issued_at)],
          ['Issued by', one.issued_by ?? 'The product, by the rule'],
          ['Revoked', one.revoked_at ? formatMoment(one.revoked_at) : null],
          ['Revoked by', one.revoked_by],
          [
            'Number',
            <span key="number" className="figures">
              {one.number}
            </span>,
          ],
        ]}
      />
    </div>
  )
}

/** The link that the student chose for the public page. */
function ProjectLink({ url, one }: { url: string; one: StaffCertificate }) {
  const { may } = useAccess()
  const { keep } = useChanges(certificates)
  const remove = async () => {
    const yes = await confirm({
      title: `Remove the link of ${one.student}?`,
      text: `The page of the certificate no longer shows ${url}. The student can choose another.`,
      action: 'Remove link',
    })
    if (!yes) return
    try {
      keep(await call(removeCertificateProject, { params: { id: one.id } }))
      notify('The link is removed.')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <WebLink href={url} />
      {may('certificates:write') ? <Button onClick={() => remove()}>Remove link</Button> : null}
    </span>
  )
}

function Acts({ one }: { one: StaffCertificate }) {
  const { may } = useAccess()
  const { keep, forget } = useChanges(certificates)
  const navigate = useNavigate()
  const { busy, run } = useDownload()
  const [revoking, setRevoking] = useState(false)
  const valid = one.revoked_at === null
  const page = pathTo('verify', one.number)
  const save = () => download(readCertificatePdfForStaff, {}, `certificate-${one.number}.pdf`, { id: one.id })
  const copy = async () => {
    const url = `${location.origin}${page}`
    await navigator.clipboard.writeText(url).then(
      () => notify('The link is copied.'),
      () => notify(url),
    )
  }
  const reissue = async () => {
    const yes = await confirm({
      title: `Issue it again for ${one.student}?`,
      text: `The certificate for ${one.holder ?? ''} is not valid any more. The new one is for ${one.student}, and the student gets a mail.`,
      action: 'Issue again',
    })
    if (!yes) return
    try {
      const made = await call(reissueCertificate, { params: { id: one.id } })
      await forget()
      notify(`A certificate for ${made.holder ?? ''} is issued.`)
      await navigate(`/certificates/${made.id}`)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      {one.holder === null ? null : (
        <Button pending={busy && 'PDF'} onClick={() => run(save)}>
          <Download aria-hidden="true" className="size-4" />
          PDF
        </Button>
      )}
      {valid ? (
        <Button onClick={() => copy()}>
          <Link2 aria-hidden="true" className="size-4" />
          Copy link
        </Button>
      ) : null}
      <a
        href={page}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-8 items-center gap-1.5 px-2 text-accent hover:underline touch:min-h-11"
      >
        <ExternalLink aria-hidden="true" className="size-4" />
        Public page
      </a>
      {valid && may('certificates:write') ? (
        <>
          {one.holder === one.student ? null : (
            <Button onClick={() => reissue()}>
              <RefreshCw aria-hidden="true" className="size-4" />
              Issue again as {one.student}
            </Button>
          )}
          <Button variant="danger" onClick={() => setRevoking(true)}>
            <Ban aria-hidden="true" className="size-4" />
            Revoke
          </Button>
        </>
      ) : null}
      <ReasonDialog
        open={revoking}
        onClose={() => setRevoking(false)}
        title={`Revoke the certificate of ${one.holder ?? one.student}?`}
        description="Its page then says that it is not valid, and its badge fails every check. This can't be undone; a new one can be issued on the page of the batch."
        label="Reason, for staff"
        action="Revoke"
        danger
        send={async (reason) => {
          const revoked = await call(revokeCertificate, { params: { id: one.id }, body: { reason } })
          keep(revoked)
          notify('The certificate is revoked.')
        }}
      />
    </div>
  )
}
