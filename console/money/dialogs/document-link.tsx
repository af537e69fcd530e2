import { Link } from 'react-router'
import { useAccess } from '#console/kit/api/access.ts'

/** The number of a document, which leads to the document for those who may read it. */
export function DocumentLink({ id, serial }: { id: number | null; serial: string | null }) {
  const { may } = useAccess()
  if (id === null || !may('documents:read')) return serial
  return (
    <Link to={`/documents/${id}`} className="figures wrap-anywhere text-accent hover:underline">
      {serial}
    </Link>
  )
}
