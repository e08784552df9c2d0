import { isolate } from '@barkyard/domain/isolate'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { Button } from '../../components/button.tsx'
import { momentOf } from '../../lib/words.ts'
import classes from './case-view.module.css'
import { ACTION_WORDS, kindWords } from './report-words.ts'

/** The decisions of this case, and other cases about its owner. */
export const CaseHistory = ({ report, onOpen }: { report: AdminReportDetails; onOpen: (id: string) => void }) => (
  <>
    {report.decisions.length > 0 ? (
      <section className={classes.part} aria-label="Decisions">
        <h4 className={classes.heading}>Decisions</h4>
        {report.decisions.map(decision => (
          <div key={decision.at} className={classes.note}>
            <p>
              <strong>{ACTION_WORDS[decision.action]}</strong>
              {decision.until ? ` until ${momentOf(decision.until)}` : ''}
            </p>
            <p>{decision.statement}</p>
            <p className="quiet text-small breakable">
              {decision.by} · {momentOf(decision.at)}
            </p>
          </div>
        ))}
      </section>
    ) : null}
    {report.earlier.length > 0 ? (
      <section className={classes.part} aria-label="Other cases about this owner">
        <h4 className={classes.heading}>Other cases about this owner</h4>
        <ul className={classes.cases}>
          {report.earlier.map(one => (
            <li key={one.id} className={classes.otherCase}>
              <span>
                <bdi>{one.dogName || 'The account'}</bdi>: {kindWords(one.kind)} ·{' '}
                {one.action ? ACTION_WORDS[one.action] : 'open'} · {momentOf(one.createdAt)}
              </span>
              <Button
                variant="subtle"
                size="sm"
                onClick={() => onOpen(one.id)}
                aria-label={`Open the case of ${isolate(one.dogName)}`}
              >
                Open
              </Button>
            </li>
          ))}
        </ul>
      </section>
    ) : null}
  </>
)
