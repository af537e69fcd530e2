import { certificateRules, certificateRuleNames } from '#contract/certificate-rules.ts'
import { certificates } from '#contract/learning/staff/certificates.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { CertificatePanel } from './certificate-panel.tsx'
import { CertificateState } from './certificate-state.tsx'

export const screen = defineScreen({
  resource: certificates,
  title: 'Certificates',
  one: 'certificate',
  labels: {
    holder: 'Name on it',
    valid: 'Valid',
    revoked_at: 'State',
    course: 'Course',
    batch_id: 'Batch',
    batch: 'Batch',
    student: 'Student',
    rule: 'Rule',
    issued_at: 'Issued',
    issued_by: 'Issued by',
    number: 'Number',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ holder }) => holder ?? 'Erased student',
  columns: [
    { name: 'holder', show: ({ holder }) => holder ?? 'Erased student' },
    { name: 'revoked_at', width: '9rem', atEnd: true, show: (record) => <CertificateState certificate={record} /> },
    { name: 'course' },
    { name: 'issued_at', width: '13rem', show: ({ issued_at }) => formatMoment(issued_at) },
    { name: 'rule', width: '11rem', show: ({ rule }) => certificateRuleNames[rule] },
    { name: 'batch_id', width: '6rem', align: 'right', hidden: true },
    { name: 'issued_by', hidden: true },
    { name: 'number', width: '10rem', hidden: true },
  ],
  line: ({ course, issued_at }) => `${course} · ${formatMoment(issued_at)}`,
  views: [
    { name: 'Valid', filters: { valid: 'true' }, empty: 'No certificate is valid.' },
    { name: 'Revoked', filters: { valid: 'false' }, empty: 'No certificate is revoked.' },
  ],
  filters: [
    { name: 'valid', kind: 'flag' },
    { name: 'rule', kind: 'choice', choices: certificateRules.map((value) => ({ value, label: certificateRuleNames[value] })) },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  emptyTitle: 'No certificate yet',
  empty: 'Certificates are issued on the page of a batch, after its last class.',
  Panel: CertificatePanel,
})
