// Typesets the formulas of a page. pymdownx.arithmatex leaves each as TeX between \( and \), or \[ and \].
for (const place of document.querySelectorAll(".arithmatex")) {
  const tex = place.textContent.trim();
  katex.render(tex.slice(2, -2), place, { displayMode: tex.startsWith("\\["), throwOnError: false });
}
