import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Award } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type BatchCertificates as Found,
  certificates,
  type CertificateStanding,
  issueCertificates,
  readBatchCertificates,
  certificateEndingNames,
} from '#contract/learning/staff/certificates.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#console/kit/parts/checkbox.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { listKey } from '#console/kit/resource/calls.ts'
import { certificateRuleNames } from '#contract/certificate-rules.ts'
import { BatchOutcomes } from './batch-outcomes.tsx'
import { figuresText, missingText } from './certificate-figures.ts'

/** Who has earned the certificate of a batch, what is missing for it, and issuing to those who are chosen. */
export function BatchCertificates({ batchId }: { batchId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...listKey(certificates), 'batch', batchId],
    queryFn: () => call(readBatchCertificates, { params: { id: batchId } }),
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="p-6">
        <SkeletonLines lines={5} />
      </div>
    )
  return <Standings batch={data} />
}

/** Whether a student can be chosen. Who has one, misses the rule or has a name that can't be printed can't. */
const isReady = ({ certificate, meets, printable }: CertificateStanding) => certificate === null && meets !== false && printable

function Standings({ batch }: { batch: Found }) {
  const queries = useQueryClient()
  const ready = batch.students.filter(isReady)
  const mayIssue = batch.may_issue && batch.finished
  const [left, setLeft] = useState<ReadonlySet<number>>(
    () => new Set(batch.students.filter(isChosenByHand).map((one) => one.student_id)),
  )
  const [running, setRunning] = useState(false)
  const chosen = ready.filter(({ student_id: id }) => !left.has(id))
  const toggle = (id: number, on: boolean) =>
    setLeft((before) => new Set(on ? [...before].filter((one) => one !== id) : [...before, id]))
  const issue = async () => {
    const yes = await confirm({
      title: `Issue ${countOf(chosen.length, 'certificate')}?`,
      text: `Each of ${countOf(chosen.length, 'student')} gets a mail with the certificate. Its page is public to who has the link.`,
      action: 'Issue',
    })
    if (!yes) return
    setRunning(true)
    try {
      const body = { student_ids: chosen.slice(0, 300).map((one) => one.student_id) }
      const done = await call(issueCertificates, { params: { id: batch.batch_id }, body })
      const rest = done.refused.length > 0 ? ` ${countOf(done.refused.length, 'student')} could not get one any more.` : ''
      notify(`${countOf(done.issued, 'certificate')} issued.${rest}`)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setRunning(false)
      await queries.invalidateQueries({ queryKey: listKey(certificates) })
    }
  }
  return (
    <section aria-label="Certificates">
      {batch.finished ? <BatchOutcomes batchId={batch.batch_id} /> : null}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-4 py-4 sm:px-6">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-semibold">
            {certificateRuleNames[batch.rule]}
            {batch.wanted_percent === null ? '' : `, at least ${batch.wanted_percent}%`}
          </p>
          <p className="mt-0.5 text-muted">{stateText(batch)}</p>
        </div>
        {mayIssue && ready.length > 0 ? (
          <Button variant="primary" disabled={chosen.length === 0} pending={running && 'Issuing…'} onClick={() => issue()}>
            <Award aria-hidden="true" className="size-4" />
            {chosen.length === 0 ? 'Issue' : `Issue ${countOf(chosen.length, 'certificate')}`}
          </Button>
        ) : null}
      </div>
      {batch.students.length === 0 ? (
        <Empty text="Nobody is enrolled in this batch." />
      ) : (
        <ul aria-label="Students" className="divide-y divide-line">
          {batch.students.map((one) => (
            <Row
              key={one.student_id}
              batch={batch}
              one={one}
              onChoose={mayIssue && isReady(one) ? (on) => toggle(one.student_id, on) : undefined}
              chosen={!left.has(one.student_id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Nobody is chosen at first whom staff decide about, or who had a certificate that was revoked. */
const isChosenByHand = ({ meets, revoked_for }: CertificateStanding): boolean => meets === null || Boolean(revoked_for)

function stateText({ finished, last_class_ends_at: end, may_issue, automatic, students }: Found): string {
  if (end === null) return 'This batch has no class.'
  if (!finished) return `Certificates can be issued after the last class, on ${formatPlainDay(end)}.`
  if (!may_issue) return 'The rule decides, and the office issues.'
  const waiting = students.filter(isReady).length
  if (waiting === 0) return 'Everybody who can get one has it.'
  const byHand = students.filter((one) => isReady(one) && isChosenByHand(one)).length
  const byHandText = byHand === 0 ? '' : ` ${byHand === waiting ? 'Choose them' : `Choose ${byHand} of them`} by hand.`
  const who = `${countOf(waiting, 'student')} can get one.${byHandText}`
  return automatic ? `${who} They are issued by themselves a day after the last class.` : who
}

interface RowProps {
  batch: Found
  one: CertificateStanding
  chosen: boolean
  onChoose: ((on: boolean) => void) | undefined
}

function Row({ batch, one, chosen, onChoose }: RowProps) {
  const { may } = useAccess()
  const figures = { rule: batch.rule, wanted: batch.wanted_percent, ...one }
  return (
    <li className="flex min-h-12 items-center gap-3 px-4 py-2 sm:px-6">
      <span className="grid w-5 shrink-0 place-items-center">
        {onChoose ? <Checkbox label={`Issue to ${one.student}`} checked={chosen} onChange={onChoose} /> : null}
      </span>
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
        <span className="block min-w-0 font-medium break-words sm:flex-1">{one.student}</span>
        <span className="figures block text-muted sm:w-52">{figuresText(figures)}</span>
      </span>
      <span className="flex w-40 shrink-0 justify-end sm:w-56">
        {one.certificate ? (
          may('certificates:read') ? (
            <Link to={`/certificates/${one.certificate.id}`} className="hover:underline">
              <Badge tone="good">Issued {formatPlainDay(one.certificate.issued_at)}</Badge>
            </Link>
          ) : (
            <Badge tone="good">Issued {formatPlainDay(one.certificate.issued_at)}</Badge>
          )
        ) : one.revoked_for ? (
          <Badge tone="bad">{certificateEndingNames[one.revoked_for]}</Badge>
        ) : !one.printable && one.meets !== false ? (
          <Badge tone="signal">Name can’t be printed</Badge>
        ) : one.meets === true ? (
          <Badge tone="ahead">{batch.finished ? 'Can be issued' : 'On course'}</Badge>
        ) : one.meets === null ? (
          <Badge>Not decided</Badge>
        ) : (
          <Badge tone="signal">{missingText(figures) || 'Rule not met'}</Badge>
        )}
      </span>
    </li>
  )
}
