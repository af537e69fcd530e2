import { useQuery } from '@tanstack/react-query'
import { classRecordings } from '#contract/classes/staff/recordings.ts'
import { call } from '#console/kit/api/client.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { RecordingState } from './recording-states.tsx'
import { RecordingsOfClass } from './recordings-of-class.tsx'

interface Props {
  session: { id: number; topic: string; number: number | null; total: number; state: 'scheduled' | 'live' | 'held' | 'cancelled' }
  mayWrite: boolean
}

/** The recordings of a class in its panel. A class that has not begun has none. */
export function ClassRecordingSection({ session, mayWrite }: Props) {
  const { data } = useQuery({
    queryKey: [classRecordings.name, 'record', session.id],
    queryFn: () => call(classRecordings.endpoints.read, { params: { id: session.id } }),
    enabled: session.state === 'held',
  })
  if (session.state !== 'held' && session.state !== 'live') return null
  return (
    <section aria-labelledby="class-recordings" className="grid gap-3 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="class-recordings" className="text-base">
          Recording
        </h3>
        {data ? <RecordingState state={data.state} /> : null}
      </div>
      {data?.state === 'expected' ? <p className="text-muted">Expected by {formatMoment(data.expected_by)}.</p> : null}
      {data?.state === 'missing' ? (
        <p className="text-signal">It was expected by {formatMoment(data.expected_by)}. Students read that it is late.</p>
      ) : null}
      <RecordingsOfClass session={session} mayWrite={mayWrite} />
    </section>
  )
}
