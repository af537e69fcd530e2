import { data } from 'react-router'

export function loader() {
  throw data(null, { status: 404 })
}

/** Never rendered: the loader always throws. */
export default function Missing() {
  return null
}
