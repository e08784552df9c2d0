import { Logo } from '../../components/logo.tsx'
import classes from './footer.module.css'

const COLUMNS = [
  { title: 'Product', links: ['Features', 'Pricing', 'Safety'] },
  { title: 'Company', links: ['About', 'Blog', 'Contact'] },
  { title: 'Legal', links: ['Privacy', 'Terms', 'Cookie Policy'] },
]

/**
 * "Safety" opens the safety guide (page/landing.ts). The other links are placeholders: links without an address, which is HTML's own way to say so. They go nowhere,
 * take no focus, and are told as links that are not available yet.
 */
export const Footer = () => (
  <footer className={classes.footer}>
    <div className={classes.inner}>
      <div className={classes.brand}>
        <Logo />
        <p>Where dogs find their friends.</p>
      </div>
      {COLUMNS.map(column => (
        <div key={column.title}>
          <h2 className={classes.title}>{column.title}</h2>
          <ul className={classes.links}>
            {column.links.map(label => (
              <li key={label}>
                {label === 'Safety' ? (
                  <a href="#safety" aria-haspopup="dialog" data-safety-guide="">
                    {label}
                  </a>
                ) : (
                  // biome-ignore lint/a11y/useValidAnchor: a placeholder link has no address
                  <a role="link" aria-disabled="true">
                    {label}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
    <p className={classes.copyright}>© 2025 Barkyard. All rights reserved.</p>
  </footer>
)
