import { Link } from 'react-router'
import { useAccess } from '#console/kit/api/access.ts'

/** The name of a student, which leads to the person's page for those who may read it. */
export function StudentLink({ id, name }: { id: number; name: string }) {
  const { may } = useAccess()
  if (!may('students:read')) return name
  return (
    <Link to={`/students/${id}`} className="inline-flex min-h-6 items-center font-semibold text-accent hover:underline">
      {name}
    </Link>
  )
}
