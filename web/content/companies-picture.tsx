import type { Company } from '#contract/content.ts'
import { Picture } from '../ui/image.tsx'

/** The picture of the companies section: their marks on one board, centred and at most 620 px high. */
export function CompaniesPicture({ companies }: { companies: Company[] }) {
  return (
    <ul className="mx-auto mt-10 grid max-h-[620px] max-w-4xl grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-5">
      {companies.map((company) => (
        <li key={company.id} className="flex flex-col items-center gap-3 px-3 py-7">
          <Picture path={`media/art/company/${company.id}.svg`} alt="" width={56} height={56} className="size-14 rounded-md" />
          <span className="text-sm font-semibold">{company.name}</span>
          <span className="text-xs text-muted">{company.industry}</span>
        </li>
      ))}
    </ul>
  )
}
