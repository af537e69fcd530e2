/** A drawing of an introduction: a student's work in the middle, a student and a company beside it. */
export function IntroductionPicture() {
  return (
    <svg viewBox="0 0 480 300" aria-hidden="true" className="h-auto w-full rounded-lg">
      <rect width="480" height="300" fill="#0f4f4f" />
      <path d="M0 300V214Q120 168 240 204T480 190V300Z" fill="#186362" />
      <circle cx="396" cy="66" r="34" fill="#e5983a" />
      <circle cx="396" cy="66" r="48" fill="none" stroke="#186362" strokeWidth="4" />
      {/* The student. */}
      <circle cx="86" cy="150" r="28" fill="#f3e6cc" />
      <path d="M38 262V238A48 48 0 0 1 134 238V262Z" fill="#f3e6cc" />
      {/* The company. */}
      <path d="M356 262V132L404 104L452 132V262Z" fill="#f3e6cc" />
      <path d="M376 150h20v22h-20zM412 150h20v22h-20zM376 188h20v22h-20zM412 188h20v22h-20zM392 228h24v34h-24z" fill="#0f4f4f" />
      {/* The work that both look at. */}
      <rect x="164" y="96" width="160" height="112" rx="8" fill="#17343a" />
      <path d="M164 104a8 8 0 0 1 8-8h144a8 8 0 0 1 8 8v12H164Z" fill="#5aa79e" />
      <circle cx="176" cy="106" r="3.5" fill="#f3e6cc" />
      <circle cx="188" cy="106" r="3.5" fill="#f3e6cc" />
      <path d="M182 136h58M182 154h92M182 172h74" stroke="#f3e6cc" strokeWidth="6" strokeLinecap="round" />
      <path d="M182 190h34" stroke="#e5983a" strokeWidth="6" strokeLinecap="round" />
      <circle cx="296" cy="182" r="20" fill="#e5983a" />
      <path d="M286 182l7 7 13-14" fill="none" stroke="#17343a" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M140 176h16M332 176h16" stroke="#e5983a" strokeWidth="6" strokeLinecap="round" />
    </svg>
  )
}
