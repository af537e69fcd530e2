import { Link } from 'react-router'

/** The id of a payment, which leads to what happened to it. */
export function PaymentLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to={`/payments/${id}`} className="figures wrap-anywhere text-accent hover:underline">
      {name}
    </Link>
  )
}
