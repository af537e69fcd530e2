/** The site's colours in its light theme, for mails and documents. */
export const colour = {
  paper: '#fbfaf7',
  sheet: '#ffffff',
  ink: '#1a1f24',
  muted: '#59636b',
  line: '#e4e1d9',
  teal: '#0f5c5c',
  pale: '#e3efee',
  onTeal: '#ffffff',
  saffron: '#c9701a',
}
export const darkColour: typeof colour = {
  paper: '#12171b',
  sheet: '#1a2126',
  ink: '#e9e6df',
  muted: '#a5aeb3',
  line: '#313a40',
  teal: '#5bb5ac',
  pale: '#203234',
  onTeal: '#0d1c1c',
  saffron: '#e2a054',
}
