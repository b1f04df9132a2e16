export default function X() {
  return (
    <main id="main">
      <h1>…</h1>
    </main>
  );
}
