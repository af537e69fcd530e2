import { data } from 'react-router'

export function loader() {
  throw data(null, { status: 404 })
}

/** Never shown: the loader always hands over to the error page. */
export default function Missing() {
  return null
}
