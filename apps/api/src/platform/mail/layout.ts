import { escapeHtml } from '../http/page-shell.ts'
import type { Mail } from './mails.ts'

export function mailText({ heading, paragraphs, button, footnote, unsubscribeUrl }: Mail): string {
  const lines = [heading, ...paragraphs]
  if (button) lines.push(`${button.label}:\n${button.url}`)
  lines.push(`-- \n${footnote}`)
  if (unsubscribeUrl) lines.push(`Unsubscribe: ${unsubscribeUrl}`)
  return `${lines.join('\n\n')}\n`
}

/** The HTML part: one column, no images, light and dark theme. Styles are inline because mail programs drop most others. */
export function mailHtml({ subject, preview, heading, paragraphs, button, footnote, unsubscribeUrl }: Mail): string {
  const text = paragraphs.map(paragraph => `<p class="text" style="${TEXT}">${escapeHtml(paragraph)}</p>`).join('\n')
  const action = button
    ? `<p style="margin:24px 0"><a class="button" style="${BUTTON}" href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>
<p class="quiet" style="${QUIET}">Or open this address: <a class="link" style="color:#2a7a4b;word-break:break-all" href="${escapeHtml(button.url)}">${escapeHtml(button.url)}</a></p>`
    : ''
  const unsubscribe = unsubscribeUrl
    ? ` <a class="link" style="color:#2a7a4b" href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="yard" style="margin:0;padding:0;background:#fffbf4">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">
<tr><td class="name" style="padding:0 8px 16px;font:600 20px/1.2 Fredoka,'Trebuchet MS',sans-serif;color:#2a7a4b">Barkyard</td></tr>
<tr><td class="card" style="padding:28px;background:#ffffff;border:1px solid #e7dccd;border-radius:20px">
<h1 class="text" style="margin:0 0 16px;font:600 26px/1.2 Fredoka,'Trebuchet MS',sans-serif;color:#2b211b">${escapeHtml(heading)}</h1>
${text}
${action}
</td></tr>
<tr><td style="padding:16px 8px"><p class="quiet" style="${QUIET}">${escapeHtml(footnote)}${unsubscribe}</p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

const FONT = 'Figtree,Helvetica,Arial,sans-serif'
const TEXT = `margin:0 0 14px;font:400 16px/1.55 ${FONT};color:#2b211b`
const QUIET = `margin:0;font:400 14px/1.5 ${FONT};color:#6b5b50`
const BUTTON = `display:inline-block;padding:12px 24px;border-radius:999px;background:#2a7a4b;color:#ffffff;font:600 16px/1.2 ${FONT};text-decoration:none`
const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.yard{background:#121c17!important}
.card{background:#1b2821!important;border-color:#33443a!important}
.text{color:#edf3ec!important}
.quiet{color:#a9b8ac!important}
.name,.link{color:#7fd69a!important}
.button{background:#7fd69a!important;color:#10200f!important}
}`
