import { Link } from 'react-router'
import { builtText, hoursText, ruleText, workText } from '#contract/certificate-words.ts'
import type { ValidCertificate } from '#contract/learning/certificates.ts'
import { pathTo } from '#contract/pages.ts'
import { sealPath, markPath, smallPicture, wordmarkOf } from '#contract/site/brand.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useRootData } from '#web/lib/root-data.ts'
import type { CodePath } from './code-path.ts'

interface Props {
  certificate: ValidCertificate
  origin: string
  code: CodePath
}

/** The certificate as its PDF shows it. `ui/certificate.css` places the parts. */
export function CertificateSheet({ certificate, origin, code }: Props) {
  const { holder, course, course_id: courseId, number, built } = certificate
  const root = useRootData()
  const base = root?.imageBaseUrl ?? ''
  // A certificate shows no picture that stands for another name.
  const site = root && root.site.brand === certificate.school ? root.site : undefined
  const seal = certificate.seal ? `${base}/${smallPicture(certificate.seal)}` : site ? sealPath(site) : undefined
  return (
    <div className="certificate" data-printed="sheet">
      <article className="certificate-sheet">
        <img src={`${base}/media/art/course/${courseId}.svg`} alt="" width="640" height="400" className="certificate-art" />
        <div className="certificate-beam" />
        <div className="certificate-text">
          <p className="certificate-school">
            {site?.logo ? (
              <img src={`${base}/${smallPicture(site.logo)}`} alt={site.brand} width="176" height="40" />
            ) : (
              <>
                {site?.mark ? <img src={markPath(site)} alt="" width="32" height="32" /> : null}
                {site ? wordmarkOf(site) : certificate.school}
              </>
            )}
          </p>
          <p className="certificate-kind">Certificate of completion</p>
          <p className="certificate-lead">This certifies that</p>
          <h1 className={`certificate-holder ${sizeOf(holder, [20, 36])}`}>{holder}</h1>
          <div className="certificate-rule" />
          <p className="certificate-of">has completed the course</p>
          <p className={`certificate-course ${sizeOf(course, [38, 76])}`}>
            <Link to={pathTo('course', courseId)}>{course}</Link>
          </p>
          <p className="certificate-how">
            {certificate.classes} live classes, {hoursText(certificate.minutes)}, from {formatPlainDay(certificate.first_day)} to{' '}
            {formatPlainDay(certificate.last_day)}. {ruleText(certificate.rule, certificate.wanted_percent)}
          </p>
          {certificate.accepted > 0 ? <p className="certificate-work">{workText(certificate)}</p> : null}
          {built.length > 0 ? <p className="certificate-built">{builtText(built)}</p> : null}
          <div className="certificate-foot">
            <Signatory signatory={certificate.signatory} base={base} />
            <dl className="certificate-facts">
              <div>
                <dt>Issued</dt>
                <dd>{formatPlainDay(certificate.issued_at)}</dd>
              </div>
              <div>
                <dt>Number</dt>
                <dd className="figures">{number}</dd>
              </div>
              <div>
                <dt className="sr-only">Where to check it</dt>
                <dd className="certificate-address">
                  Check it at {origin.replace(/^https?:\/\//, '')}
                  <span>{pathTo('verify', number)}</span>
                </dd>
              </div>
            </dl>
          </div>
        </div>
        {seal ? (
          <img src={seal} alt={`Seal of ${certificate.school}`} width="240" height="240" className="certificate-seal" />
        ) : null}
        <svg
          viewBox={`0 0 ${code.side} ${code.side}`}
          className="certificate-code"
          role="img"
          aria-label="Code with the address of this page"
        >
          <path d={code.d} />
        </svg>
      </article>
    </div>
  )
}

function Signatory({ signatory, base }: { signatory: ValidCertificate['signatory']; base: string }) {
  if (!signatory) return null
  const { name, title, signature } = signatory
  return (
    <div className="certificate-signatory">
      {signature ? <img src={`${base}/${smallPicture(signature)}`} alt={`Signature of ${name}`} width="170" height="40" /> : null}
      <p className="certificate-line">
        <span>{name}</span>
        {title ? <span>{title}</span> : null}
      </p>
    </div>
  )
}

/** A longer text is set smaller, as in the PDF. */
function sizeOf(text: string, limits: readonly [number, number]): string {
  if (text.length <= limits[0]) return 'is-large'
  return text.length <= limits[1] ? 'is-medium' : 'is-small'
}
