import { redirect } from 'react-router'

/** For client-side navigation; the server redirects before any page. */
export const loader = () => redirect('/home', 308)
