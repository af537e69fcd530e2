import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listPictureUses, type MediaRecord, type PictureUse } from '#contract/site/staff/media.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { call } from '#console/kit/api/client.ts'
import { pictureUrl } from '#console/kit/fields/image-field.tsx'
import { useNavigation } from '#console/kit/parts/navigation.ts'
import { Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'

/** One picture: how it looks, what is known of it, and where visitors see it. */
export function PicturePanel({ record }: { record: MediaRecord }) {
  return (
    <div className="grid gap-5">
      <a
        href={pictureUrl(record.path.replace(/\/960\.webp$/, '/1600.webp'))}
        target="_blank"
        rel="noreferrer"
        className="rounded-md"
      >
        <img
          src={pictureUrl(record.path)}
          alt={record.alt || record.name}
          width={record.width}
          height={record.height}
          className="max-h-80 w-full rounded-md border border-line bg-sunken object-contain"
        />
        <span className="sr-only">Opens the picture in a new tab</span>
      </a>
      <dl className="grid gap-4">
        <Fact label="Description for people who do not see it">
          {record.alt || <span className="text-muted">None. The picture counts as decoration.</span>}
        </Fact>
        <Fact label="Visible part">
          <span className="figures">
            {record.width} × {record.height} pixels
          </span>
          {record.crop ? ', cut out of a larger picture' : ''}
        </Fact>
        <Fact label="Added on">{formatMoment(record.created_at)}</Fact>
      </dl>
      <Uses key={record.version} record={record} />
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-semibold text-muted">{label}</dt>
      <dd className="mt-0.5 text-base">{children}</dd>
    </div>
  )
}

function Uses({ record: { id, uses } }: { record: MediaRecord }) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['media', 'uses', id],
    queryFn: () => call(listPictureUses, { params: { id: String(id) } }),
  })
  return (
    <section aria-labelledby="picture-uses">
      <h3 id="picture-uses" className="text-xs font-semibold text-muted">
        Where it is shown
      </h3>
      {data ? (
        data.items.length === 0 ? (
          <p className="mt-1 text-base text-muted">Nowhere yet. It can be removed.</p>
        ) : (
          <>
            <ul className="mt-1.5 divide-y divide-line rounded-md border border-line">
              {data.items.map((use) => (
                <li key={`${use.resource}-${use.id}`}>
                  <Use use={use} />
                </li>
              ))}
            </ul>
            <p className="mt-2 text-xs text-muted">To remove the picture, choose another one there first.</p>
          </>
        )
      ) : isError ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <span className="mt-2 grid gap-2">
          {Array.from({ length: Math.min(Math.max(uses, 1), 5) }, (_, index) => (
            <Skeleton key={index} className="h-9 w-full rounded-md" />
          ))}
        </span>
      )}
    </section>
  )
}

/** A link to the record, where the console has a screen for it. */
function Use({ use: { resource, id, title } }: { use: PictureUse }) {
  const screen = useNavigation()
    .flatMap(({ destinations }) => destinations)
    .find(({ path }) => path === `/${resource}`)
  const text = (
    <>
      <span className="min-w-0 flex-1 truncate">{title}</span>
      <span className="text-xs text-muted">{screen?.title ?? resource}</span>
    </>
  )
  const row = 'flex min-h-10 items-center gap-3 px-3 py-1.5'
  return screen ? (
    <Link to={resource === 'settings' ? '/settings/brand' : `/${resource}/${id}`} className={`${row} hover:bg-sunken`}>
      {text}
    </Link>
  ) : (
    <span className={row}>{text}</span>
  )
}
