import { redirect } from 'react-router'

/** The server answers this before any page; it stands here for navigation inside the browser. */
export const loader = () => redirect('/home', 308)
