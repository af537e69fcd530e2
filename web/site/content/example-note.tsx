import type { Company } from '#contract/site/content.ts'

/** Says that the listed companies are invented; nothing for real ones. */
export function ExampleNote({ companies, className = '' }: { companies: Pick<Company, 'is_example'>[]; className?: string }) {
  if (!companies.some((company) => company.is_example)) return null
  return <p className={`text-sm text-muted ${className}`}>Examples: this is a demo, and these companies are invented.</p>
}
