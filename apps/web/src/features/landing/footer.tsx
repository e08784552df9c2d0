import { Logo } from '../../components/logo.tsx'
import classes from './landing.module.css'
import { opensGuide } from './safety-dialog.tsx'

const COLUMNS = [
  { title: 'Product', links: ['Features', 'Pricing', 'Safety'] },
  { title: 'Company', links: ['About', 'Blog', 'Contact'] },
  { title: 'Legal', links: ['Privacy', 'Terms', 'Cookie Policy'] },
]

/** Pages of the operator's, by the label of their link. */
export type FooterLinks = Partial<Record<string, string>>

const sentLinks = (): FooterLinks =>
  JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="footer-links"]')?.content ?? '{}')

function FooterLink({ label, address }: { label: string; address: string | undefined }) {
  if (label === 'Safety')
    return (
      <a href="#safety" {...opensGuide}>
        {label}
      </a>
    )
  if (address !== undefined) return <a href={address}>{label}</a>
  return (
    // biome-ignore lint/a11y/useValidAnchor: a placeholder link has no address
    <a role="link" aria-disabled="true">
      {label}
    </a>
  )
}

/** A link without a page of the operator's has no address: it takes no focus and is announced as not available. */
export const Footer = ({ links = sentLinks() }: { links?: FooterLinks }) => (
  <footer style={{ paddingBlock: '56px calc(32px + var(--safe-bottom))', background: 'var(--sunken)' }}>
    <div className="page-width">
      <div className={classes.columns}>
        <div>
          <Logo />
          <p className="quiet mt-8">Where dogs find their friends.</p>
        </div>
        {COLUMNS.map(column => (
          <div key={column.title}>
            <h2 className="label mb-8">{column.title}</h2>
            <ul className="stack-8">
              {column.links.map(label => (
                <li key={label}>
                  <FooterLink label={label} address={links[label]} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="quiet text-small" style={{ marginTop: 40, paddingTop: 20, borderTop: '1px solid var(--line)' }}>
        © 2025 Barkyard. All rights reserved.
      </p>
    </div>
  </footer>
)
