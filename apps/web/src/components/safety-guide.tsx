import guide from '../lib/safety-guide.json'

export const SafetyGuide = () =>
  guide.map(part => (
    <section key={part.title}>
      <h3 className="text-lead" style={{ marginTop: 20 }}>
        {part.title}
      </h3>
      <ul className="stack-8 mt-8" style={{ paddingLeft: 20, listStyle: 'disc' }}>
        {part.advice.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  ))
