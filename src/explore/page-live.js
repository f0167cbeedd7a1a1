// What a served page has more: a bar with the options, and what the compiler said. The page is loaded anew when there is
// another; the address keeps what was looked at.

const live_ = JSON.parse(document.getElementById("live").textContent);
const bar = document.createElement("form");

bar.id = "live-bar";
bar.innerHTML = `<style>
  #live-bar { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 6px 10px; border-bottom: 1px solid var(--edge, #8886); background: var(--panel, transparent); }
  #live-bar code { flex: none; } #live-bar input { flex: 1 1 14em; min-width: 8em; font: 13px ui-monospace, monospace; padding: 3px 8px; border: 1px solid var(--edge, #8886); border-radius: 5px; background: var(--ground, transparent); color: inherit; }
  #live-bar output { font-size: 12px; }
  #live-bar pre { flex: 1 1 100%; margin: 0; max-height: 30vh; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; padding: 6px 10px; border-left: 3px solid #c4493d; font: 12px/1.4 ui-monospace, monospace; }
  #live-bar pre:empty { display: none; }
</style>
<code>gimlet explore</code><input aria-label="options" spellcheck="false" autocomplete="off" title="options of the compiler; Enter compiles"><code></code><output></output><pre role="alert"></pre>`;
document.body.prepend(bar);
const [optionsField, liveFile, liveState, liveError] = [bar.querySelector("input"), bar.querySelectorAll("code")[1], bar.querySelector("output"), bar.querySelector("pre")];
optionsField.value = live_.options;
liveFile.textContent = live_.file;

function showState(state) {
  liveState.textContent = state.building ? "compiling …" : state.error ? "does not compile" + (state.there ? "; below is what last did" : "") : "";
  liveError.textContent = state.error;
}

async function ask() {
  try {
    const state = await (await fetch("/state")).json();
    if (state.number !== live_.number && !state.building && !state.error) return location.reload();
    showState(state);
  } catch {
    liveState.textContent = "gimlet explore --serve has ended";
  }
  setTimeout(ask, document.hidden ? 2000 : 400);
}

bar.addEventListener("submit", async event => {
  event.preventDefault();
  const answer = await fetch("/options", { method: "POST", headers: { "X-Gimlet": "page" }, body: optionsField.value });
  if (answer.ok) return showState({ ...await answer.json(), error: "" });
  liveError.textContent = await answer.text();
});
// Keys of the page are letters in the field.
bar.addEventListener("keydown", event => event.stopPropagation());
showState(live_);
setTimeout(ask, 300);
