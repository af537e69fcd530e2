import type { Company } from '#contract/site/content.ts'
import { Picture } from '#web/lib/picture.tsx'

/** A directory of hiring partners, in two columns on a desktop. */
export function PartnerList({ companies }: { companies: Company[] }) {
  return (
    <ul className="grid gap-x-16 lg:grid-cols-2">
      {companies.map((company) => (
        <li key={company.id} className="flex items-start gap-5 border-t border-line py-6">
          <Picture
            path={`media/art/company/${company.id}.svg`}
            alt=""
            width={72}
            height={72}
            className="size-14 shrink-0 rounded-md sm:size-18"
          />
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-baseline gap-x-3 text-lg wrap-anywhere">
              {company.name}
              {company.is_example ? (
                <span className="rounded-sm border border-edge px-2 text-xs leading-5 font-semibold tracking-normal text-muted">
                  Example
                </span>
              ) : null}
            </h3>
            <p className="text-sm text-muted">
              {company.industry}, {company.city}
            </p>
            <p className="mt-2">{company.why}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
