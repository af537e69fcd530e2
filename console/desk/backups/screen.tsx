import { type Backup, backupStateNames, backupStates, backups } from '#contract/desk/staff/backups.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { formatBytes } from '#console/classes/recordings/format-bytes.ts'

const tones = { verified: 'good', made: 'ahead', damaged: 'bad', failed: 'bad', removed: 'neutral' } as const

const State = ({ state }: Pick<Backup, 'state'>) => <Badge tone={tones[state]}>{backupStateNames[state]}</Badge>

export const screen = defineScreen({
  resource: backups,
  title: 'Backups',
  one: 'backup',
  labels: {
    started_at: 'Begun',
    state: 'State',
    made_at: 'As of',
    bytes: 'Size',
    is_automatic: 'By schedule',
    place: 'Folder',
    name: 'Set',
    problem: 'Problem',
    verified_at: 'Verified',
    removed_at: 'Removed',
  },
  nameOf: ({ started_at: at }) => formatMoment(at),
  columns: [
    { name: 'started_at', show: ({ started_at: at }) => formatMoment(at) },
    { name: 'state', width: '10rem', atEnd: true, show: (backup) => <State state={backup.state} /> },
    { name: 'bytes', width: '7rem', show: ({ bytes }) => (bytes === null ? '' : formatBytes(bytes)) },
    { name: 'verified_at', show: ({ verified_at: at }) => (at === null ? '' : formatMoment(at)) },
    { name: 'place' },
    { name: 'is_automatic', hidden: true },
    { name: 'name', hidden: true },
  ],
  line: ({ bytes, place, problem }) => problem ?? [bytes === null ? '' : formatBytes(bytes), place].filter(Boolean).join(' · '),
  views: [
    { name: 'Verified', filters: { state: 'verified' }, empty: 'No backup is verified yet.' },
    { name: 'Not made', filters: { state: 'failed' }, empty: 'Every backup was made.' },
  ],
  filters: [{ name: 'state', kind: 'choice', choices: backupStates.map((value) => ({ value, label: backupStateNames[value] })) }],
  emptyTitle: 'No backup was made yet',
  empty:
    'The person who runs the server sets BACKUP_DIR and BACKUP_PASSPHRASE. A backup is then made each night, restored beside the school and compared.',
  Panel: BackupPanel,
})

/** What somebody with a terminal on the server does with the set. */
const restoreOf = ({ place, name }: Backup) => `npm run restore -- --from '${place}/${name}' --into FOLDER`

function BackupPanel({ record: backup }: { record: Backup }) {
  const { bytes, problem, made_at: made, verified_at: verified, removed_at: removed } = backup
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        {bytes === null ? null : <span className="figures text-2xl font-semibold">{formatBytes(bytes)}</span>}
        <State state={backup.state} />
      </div>
      {problem === null ? null : <p className="border-l-2 border-bad pl-3 wrap-anywhere">{problem}</p>}
      <Facts
        facts={[
          ['Begun', `${formatMoment(backup.started_at)}, ${backup.is_automatic ? 'by schedule' : 'by an operator'}`],
          ['Holds the school as of', made && formatMoment(made)],
          ['Restored and compared', verified && formatMoment(verified)],
          ['Removed', removed && formatMoment(removed)],
          [
            'Folder',
            <span key="folder" className="wrap-anywhere">
              {made === null ? backup.place : `${backup.place}/${backup.name}`}
            </span>,
          ],
        ]}
      />
      {made !== null && removed === null ? (
        <section aria-label="Restore" className="grid gap-2">
          <h3 className="text-sm font-semibold">Restore</h3>
          <p className="text-muted">
            On the server, into a folder beside the school. With --to and a time it brings back any later minute.
          </p>
          <code className="figures block rounded-md bg-sunken p-3 text-sm wrap-anywhere">{restoreOf(backup)}</code>
        </section>
      ) : null}
    </div>
  )
}
