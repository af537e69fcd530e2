import { Link, useSearchParams } from 'react-router'
import { formatMoment } from '#console/kit/parts/time.ts'
import { ClassFact } from './class-panel-frame.tsx'

interface Props {
  session: { made_up_at: string | null; makes_up_for_at: string | null; made_up_by?: number | null; makes_up_for?: number | null }
}

/** The class that makes up for this one, and the one that this class makes up for. With its id, it can be opened. */
export function MakeUpFacts({ session }: Props) {
  return (
    <>
      {session.made_up_at ? (
        <ClassFact name="Made up on">
          <Moment at={session.made_up_at} id={session.made_up_by} />
        </ClassFact>
      ) : null}
      {session.makes_up_for_at ? (
        <ClassFact name="Makes up for the cancelled class of">
          <Moment at={session.makes_up_for_at} id={session.makes_up_for} />
        </ClassFact>
      ) : null}
    </>
  )
}

function Moment({ at, id }: { at: string; id: number | null | undefined }) {
  const [params] = useSearchParams()
  if (!id) return formatMoment(at)
  const search = new URLSearchParams(params)
  search.set('class', String(id))
  return (
    <Link to={{ search: search.toString() }} replace className="inline-flex min-h-6 items-center text-accent hover:underline">
      {formatMoment(at)}
    </Link>
  )
}
